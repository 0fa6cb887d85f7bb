import { createServer } from 'node:http'

/** A server for a handler of fetch requests, as other runtimes have one built in. */
export function serveFetch(
  handler: (request: Request) => Promise<Response>,
  port: number,
): Promise<void> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const headers = new Headers()
    for (const [name, value] of Object.entries(request.headers)) headers.set(name, String(value))
    const { method = 'GET' } = request
    const answer = await handler(
      new Request(`http://127.0.0.1:${port}${request.url}`, {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
      }),
    )
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    response.end(Buffer.from(await answer.arrayBuffer()))
  })
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve))
}
