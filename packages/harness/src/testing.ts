export type { TranscriptFault } from './check-transcript'
export { checkTranscript } from './check-transcript'
export type { FakeClock } from './testing/fake-clock'
export { fakeClock, settle } from './testing/fake-clock'
export type {
  ScriptedAnswer,
  ScriptedCall,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedTurn,
} from './testing/scripted-model'
export { scriptedModel } from './testing/scripted-model'
