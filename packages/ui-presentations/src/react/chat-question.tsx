import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { ChatItem } from '../chat/chat.types'
import type { ChatTexts } from '../chat/chat-items'
import { cleanLine } from '../view/clean-text'

interface QuestionField {
  name: string
  label: string
  hint: string
  kind: 'text' | 'number' | 'boolean' | 'choice'
  choices: { value: string; label: string }[]
  required: boolean
  initial: string | boolean
}

export type QuestionAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }

interface ChatQuestionProps {
  item: Extract<ChatItem, { kind: 'question' }>
  texts: ChatTexts
  /** Absent where answers cannot be given. */
  onAnswer?: ((answer: QuestionAnswer) => unknown) | undefined
}

/** A question of a tool (MCP elicitation): a form of its flat schema, with a way to decline. */
export function ChatQuestion({ item, texts, onAnswer }: ChatQuestionProps): ReactNode {
  const id = useId()
  const fields = toFields(item.schema)
  const [values, setValues] = useState<Record<string, string | boolean>>({})
  const [sent, setSent] = useState(false)
  const answer = (value: QuestionAnswer) => {
    setSent(true)
    Promise.resolve(onAnswer?.(value)).catch(() => setSent(false))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    answer({ action: 'accept', content: toContent(fields, values) })
  }
  if (item.action)
    return (
      <p className="tp-notice" data-tone="neutral">
        {item.message} {item.action === 'accept' ? texts.accepted : texts.declined}
      </p>
    )
  const off = sent || !onAnswer
  return (
    <form className="tp-question-card" aria-labelledby={id} onSubmit={submit}>
      <p id={id} className="tp-question" dir="auto">
        {item.message}
      </p>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? field.initial}
          disabled={off}
          onChange={(value) => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {onAnswer ? (
        <div className="tp-buttons">
          <button type="submit" className="tp-button" data-decision="allow" disabled={off}>
            {texts.submit}
          </button>
          <button
            type="button"
            className="tp-button"
            disabled={off}
            onClick={() => answer({ action: 'decline' })}
          >
            {texts.decline}
          </button>
        </div>
      ) : null}
    </form>
  )
}

interface FieldProps {
  field: QuestionField
  value: string | boolean
  disabled: boolean
  onChange(value: string | boolean): void
}

function Field({ field, value, disabled, onChange }: FieldProps): ReactNode {
  const id = useId()
  const common = { id, disabled, 'aria-describedby': field.hint ? `${id}hint` : undefined }
  const control =
    field.kind === 'boolean' ? (
      <input
        {...common}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    ) : field.kind === 'choice' ? (
      <select
        {...common}
        required={field.required}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
      >
        <option value="" />
        {field.choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    ) : (
      <input
        {...common}
        type={field.kind}
        step="any"
        required={field.required}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
      />
    )
  return (
    <div className="tp-field">
      <label htmlFor={id}>{field.label}</label>
      {control}
      {field.hint ? (
        <span id={`${id}hint`} className="tp-muted">
          {field.hint}
        </span>
      ) : null}
    </div>
  )
}

/** The flat, primitive properties of an elicitation schema; others are left out. */
function toFields(schema: unknown): QuestionField[] {
  const { properties, required } = asRecord(schema)
  const needed = Array.isArray(required) ? required : []
  return Object.entries(asRecord(properties)).map(([name, value]) => {
    const field = asRecord(value)
    const choices = toChoices(field)
    const kind = choices.length
      ? 'choice'
      : field['type'] === 'boolean'
        ? 'boolean'
        : isNumeric(field)
          ? 'number'
          : 'text'
    const initial = field['default']
    return {
      name,
      label: cleanLine(field['title'], 80) || cleanLine(name, 80),
      hint: cleanLine(field['description'], 200),
      kind,
      choices,
      required: needed.includes(name),
      initial: kind === 'boolean' ? initial === true : printed(initial),
    }
  })
}

function toChoices(field: Record<string, unknown>): QuestionField['choices'] {
  const options = field['oneOf'] ?? field['enum']
  if (!Array.isArray(options)) return []
  const names = Array.isArray(field['enumNames']) ? field['enumNames'] : []
  return options.map((option, index) => {
    const { const: value, title } = asRecord(option)
    const text = printed(value ?? option)
    return { value: text, label: cleanLine(title ?? names[index], 80) || cleanLine(text, 80) }
  })
}

function toContent(
  fields: QuestionField[],
  values: Record<string, string | boolean>,
): Record<string, unknown> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name] ?? field.initial
      if (value === '' && !field.required) return []
      return [[field.name, field.kind === 'number' ? Number(value) : value]]
    }),
  )
}

function isNumeric(field: Record<string, unknown>): boolean {
  return field['type'] === 'number' || field['type'] === 'integer'
}

/** A primitive as a text. The schema is a server's: an object in its place may not even have one. */
function printed(value: unknown): string {
  return value === undefined || typeof value === 'object' ? '' : String(value)
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
