/** Instructions a model loads when it needs them. `./node` reads them from folders. */
export interface Skill {
  id: string
  name: string
  /** One line: all the model sees until it loads the skill. */
  description: string
  body: string
  /** Where it came from, for people. */
  source?: string
  /** Reads a file of the skill's folder, and of no other. Absent: the skill has no files. */
  readFile?(path: string): string | Promise<string>
  /** Paths `readFile` accepts, for the model to know. */
  files?: readonly string[]
}
