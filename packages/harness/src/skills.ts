import { errorResult, nearest, textResult } from '@toolprism/core'
import type { AgentTool, ToolHints } from './agent-types'
import type { InternalHost } from './call-surface'
import { HarnessError } from './errors'
import { messageOf } from './run-hook'
import type { Skill } from './skill-types'

/** Characters of the skills' one-line list in the instructions; the rest is behind `list_skills`. */
const catalogueBudget = 4000

/** The part of the instructions that says which skills there are. */
export function skillCatalogue(skills: readonly Skill[]): string | undefined {
  if (skills.length === 0) return undefined
  const lines: string[] = []
  let room = catalogueBudget
  for (const skill of skills) {
    const line = `- ${skill.id}: ${oneLine(skill.description)}`
    room -= line.length + 1
    if (room < 0) break
    lines.push(line)
  }
  const hidden = skills.length - lines.length
  const more = hidden > 0 ? `\n(${hidden} more: call list_skills)` : ''
  return `Skills are instructions for special work. When one fits, load it with use_skill(id) before you begin.\n${lines.join('\n')}${more}`
}

function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > 300 ? `${line.slice(0, 299)}…` : line
}

/**
 * The tools a model loads skills with. A skill is text alone: nothing in it widens what the agent may do.
 * @throws HarnessError SKILL_DUPLICATE when an id is given twice.
 */
export function skillTools(skills: readonly Skill[]): AgentTool[] {
  if (skills.length === 0) return []
  const byId = new Map<string, Skill>()
  for (const skill of skills) {
    if (byId.has(skill.id))
      throw new HarnessError('SKILL_DUPLICATE', `Two skills have the id "${skill.id}".`)
    byId.set(skill.id, skill)
  }
  const tools = [listTool(skills), useTool(byId)]
  if (skills.some((skill) => skill.readFile)) tools.push(fileTool(byId))
  return tools
}

const quiet: ToolHints = { resources: () => [] }
const readOnly = { readOnlyHint: true, openWorldHint: false }

function listTool(skills: readonly Skill[]): AgentTool {
  return {
    name: 'list_skills',
    description: 'Lists the skills: instructions you can load with use_skill.',
    inputSchema: { type: 'object', properties: {}, additionalProperties: false },
    annotations: readOnly,
    presentation: { label: 'List skills', icon: 'book-open', group: 'skills' },
    hints: quiet,
    execute: () =>
      textResult(skills.map((skill) => `${skill.id}: ${oneLine(skill.description)}`).join('\n')),
  }
}

function useTool(byId: ReadonlyMap<string, Skill>): AgentTool {
  return {
    name: 'use_skill',
    description: 'Loads a skill: answers its whole instructions, to follow from now on.',
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string', description: 'The id of the skill.' } },
      required: ['id'],
      additionalProperties: false,
    },
    annotations: readOnly,
    presentation: { label: 'Use skill', icon: 'book-open', group: 'skills' },
    // The body must reach the model whole and survive compaction: it is what the model works by.
    hints: { ...quiet, keep: true, maxResultCharacters: 200_000 },
    execute(input: { id: string }, context) {
      const skill = byId.get(input.id)
      if (!skill) return unknownSkill(input.id, byId)
      ;(context.host as InternalHost | undefined)?.skillLoaded?.(skill.id, skill.name)
      const files = skill.files?.length
        ? `\n\nFiles of this skill, for read_skill_file: ${skill.files.join(', ')}`
        : ''
      return textResult(`## Skill: ${skill.name}\n\n${skill.body}${files}`)
    },
  }
}

function fileTool(byId: ReadonlyMap<string, Skill>): AgentTool {
  return {
    name: 'read_skill_file',
    description: 'Reads a file that belongs to a skill.',
    inputSchema: {
      type: 'object',
      properties: {
        id: { type: 'string', description: 'The id of the skill.' },
        path: { type: 'string', description: 'The path of the file, relative to the skill.' },
      },
      required: ['id', 'path'],
      additionalProperties: false,
    },
    annotations: readOnly,
    presentation: { label: 'Read skill file', icon: 'file-text', group: 'skills' },
    hints: quiet,
    async execute(input: { id: string; path: string }) {
      const skill = byId.get(input.id)
      if (!skill) return unknownSkill(input.id, byId)
      if (!skill.readFile) return errorResult(`The skill "${skill.id}" has no files.`)
      try {
        return textResult(await skill.readFile(input.path))
      } catch (error) {
        return errorResult(messageOf(error))
      }
    },
  }
}

function unknownSkill(id: string, byId: ReadonlyMap<string, Skill>) {
  const close = nearest(id, [...byId.keys()])
  const hint = close
    ? `Did you mean "${close}"?`
    : `The skills are: ${[...byId.keys()].join(', ')}.`
  return errorResult(`There is no skill "${id}". ${hint}`, { code: 'UNKNOWN_SKILL' })
}
