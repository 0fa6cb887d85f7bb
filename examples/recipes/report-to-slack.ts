import assert from 'node:assert/strict'
// #region post
import { createRuntime, standardPack } from '@toolprism/composition/runtime'
import { takumiFormats } from '@toolprism/composition/takumi'

const runtime = createRuntime({ packs: [standardPack] })
const formats = takumiFormats({ runtime })

/** Draws a composition as PNG and shares it in a channel; `slack` sends one request to Slack's Web API. */
export async function postReport(view: unknown, channel: string, slack: SlackRequest) {
  const { errors, composition } = runtime.validate(view)
  if (errors.length > 0 || !composition)
    throw new Error(errors.map(({ message }) => message).join('\n'))
  const image = await formats.png.render(composition, { theme: 'light' })
  const upload = await slack('files.getUploadURLExternal', {
    filename: 'report.png',
    length: String(image.length),
  })
  await slack(upload.upload_url, image)
  await slack('files.completeUploadExternal', {
    files: JSON.stringify([{ id: upload.file_id, title: 'Report' }]),
    channel_id: channel,
    // The same view as text, for people who do not see the picture.
    initial_comment: runtime.surfaces.text.render(composition),
  })
}
// #endregion

type SlackRequest = (
  method: string,
  body: Record<string, string> | Uint8Array | string,
) => Promise<{ upload_url: string; file_id: string }>

const sent: { method: string; body: unknown }[] = []
const checkout = {
  type: 'view',
  title: 'Checkout',
  body: [{ type: 'stat', items: [{ label: 'p95', value: 412, unit: 'ms', tone: 'danger' }] }],
}
await postReport(checkout, 'C1', async (method, body) => {
  sent.push({ method, body })
  return { upload_url: 'https://files.example/upload', file_id: 'F1' }
})
assert.deepEqual(
  sent.map(({ method }) => method),
  ['files.getUploadURLExternal', 'https://files.example/upload', 'files.completeUploadExternal'],
)
assert.equal(Buffer.from(sent[1]?.body as Uint8Array).toString('latin1', 1, 4), 'PNG')
assert.match(JSON.stringify(sent[2]?.body), /412/)
await assert.rejects(postReport({ type: 'view' }, 'C1', async () => assert.fail('was posted')))
