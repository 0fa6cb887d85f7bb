/** The message of a response, as loosely as a test reads it: on a slow machine a late answer comes as an event. */
export async function readAnswer(response: Response): Promise<any> {
  const text = await response.text()
  return JSON.parse(text.startsWith('event:') ? text.slice(text.lastIndexOf('data: ') + 6) : text)
}
