export type { TranscriptFault } from './check-transcript'
export { checkTranscript } from './check-transcript'
export type {
  AssertDeterministicOptions,
  DeterminismReport,
} from './testing/assert-deterministic'
export { assertDeterministic } from './testing/assert-deterministic'
export type { FakeClock } from './testing/fake-clock'
export { fakeClock, settle } from './testing/fake-clock'
export type {
  JournalEntry,
  RecordingJournal,
  RecordingJournalOptions,
} from './testing/recording-journal'
export { recordingJournal } from './testing/recording-journal'
export type {
  ScriptedAnswer,
  ScriptedCall,
  ScriptedModel,
  ScriptedModelOptions,
  ScriptedTurn,
} from './testing/scripted-model'
export { scriptedModel } from './testing/scripted-model'
