import type { Model, ModelPart } from '@toolprism/harness'

/**
 * A model that does what it is told. `call NAME {…}` calls a tool, then says "Done."; `talk` says half of its answer and the
 * rest when the test lets it go on.
 */
export function toldModel(): { model: Model; goOn(): void } {
  let goOn = () => {}
  const model: Model = {
    id: 'told',
    async *stream({ messages, signal }): AsyncGenerator<ModelPart> {
      const last = messages.at(-1)
      const said = last?.role === 'user' && typeof last.content === 'string' ? last.content : ''
      const call = /^call (\w+) (\{.*\})$/.exec(said)
      if (call) {
        yield { type: 'tool-call', toolName: call[1] ?? '', input: call[2] ?? '' }
        yield { type: 'finish', finishReason: 'tool-calls' }
        return
      }
      if (said === 'talk') {
        yield { type: 'text-delta', delta: 'The first half, ' }
        await new Promise<void>((resolve) => {
          goOn = resolve
          signal.addEventListener('abort', () => resolve())
        })
      }
      yield { type: 'text-delta', delta: said === 'talk' ? 'the second half.' : 'Done.' }
      yield { type: 'finish', finishReason: 'stop' }
    },
  }
  return { model, goOn: () => goOn() }
}
