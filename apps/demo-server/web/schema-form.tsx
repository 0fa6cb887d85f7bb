import type { JsonSchema } from '@toolprism/core'
import { useId, useState } from 'react'

type Values = Record<string, unknown>

interface SchemaFormProps {
  schema: JsonSchema
  running: boolean
  /** What the button says. */
  action: string
  onSubmit(input: Values): void
  onStop(): void
}

/** A form made from a tool's input schema. An empty optional field is left out of the input. */
export function SchemaForm({ schema, running, action, onSubmit, onStop }: SchemaFormProps) {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>)
  const required = new Set((schema['required'] ?? []) as string[])
  const [values, setValues] = useState<Values>({})
  const [problem, setProblem] = useState('')
  const set = (name: string, value: unknown) =>
    setValues((before) => {
      const { [name]: _, ...others } = before
      return value === undefined ? others : { ...others, [name]: value }
    })
  const field = ([name, property]: [string, JsonSchema]) => (
    <Field
      key={name}
      name={name}
      schema={property}
      required={required.has(name)}
      value={values[name]}
      onChange={(value) => set(name, value)}
    />
  )
  // What the tool needs comes first; one or two options are shown beside it, more can be opened.
  const optional = properties.filter(([name]) => !required.has(name))
  const shown = required.size === 0 || optional.length < 3 ? optional.slice(0, 2) : []
  const main = [...properties.filter(([name]) => required.has(name)), ...shown]
  const more = optional.slice(shown.length)
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        const invalid = Object.entries(values).find(([, value]) => value instanceof SyntaxError)
        setProblem(
          invalid ? `${invalid[0]} is not JSON: ${(invalid[1] as SyntaxError).message}` : '',
        )
        if (!invalid) onSubmit(values)
      }}
    >
      {properties.length === 0 && <p className="quiet">This tool takes no input.</p>}
      {main.map(field)}
      {more.length > 0 && (
        <details className="more">
          <summary>{more.length} more options</summary>
          <div className="form">{more.map(field)}</div>
        </details>
      )}
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <div className="actions">
        <button type="submit" className="primary" disabled={running}>
          {running ? 'Running…' : action}
        </button>
        {running && (
          <button type="button" className="plain" onClick={onStop}>
            Stop
          </button>
        )}
      </div>
    </form>
  )
}

interface FieldProps {
  name: string
  schema: JsonSchema
  required: boolean
  value: unknown
  onChange(value: unknown): void
}

function Field({ name, schema, required, value, onChange }: FieldProps) {
  const id = useId()
  const description = schema['description'] as string | undefined
  const control = { id, required, 'aria-describedby': description ? `${id}-hint` : undefined }
  return (
    <div className="field" data-type={typeName(schema)}>
      <label htmlFor={id}>
        <code>{name}</code>
        <span className="quiet">
          {' '}
          {typeName(schema)}
          {required ? '' : ', optional'}
        </span>
      </label>
      <Control control={control} schema={schema} value={value} onChange={onChange} />
      {description && (
        <p className="hint" id={`${id}-hint`}>
          {description}
        </p>
      )}
    </div>
  )
}

interface ControlProps extends Pick<FieldProps, 'schema' | 'value' | 'onChange'> {
  control: { id: string; required: boolean; 'aria-describedby': string | undefined }
}

function Control({ control, schema, value, onChange }: ControlProps) {
  const options = schema['enum'] as unknown[] | undefined
  if (options)
    return (
      <select
        {...control}
        value={value === undefined ? '' : JSON.stringify(value)}
        onChange={(event) =>
          onChange(event.target.value ? JSON.parse(event.target.value) : undefined)
        }
      >
        <option value="" />
        {options.map((option) => (
          <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
            {String(option)}
          </option>
        ))}
      </select>
    )
  if (schema.type === 'boolean')
    return (
      <input
        {...control}
        required={false}
        type="checkbox"
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    )
  if (schema.type === 'number' || schema.type === 'integer')
    return (
      <input
        {...control}
        type="number"
        placeholder={placeholder(schema)}
        step={schema.type === 'integer' ? 1 : 'any'}
        min={schema['minimum'] as number | undefined}
        max={schema['maximum'] as number | undefined}
        value={value === undefined ? '' : String(value)}
        onChange={(event) =>
          onChange(event.target.value === '' ? undefined : Number(event.target.value))
        }
      />
    )
  if (schema.type === 'string')
    return (
      <input
        {...control}
        type="text"
        placeholder={placeholder(schema)}
        autoComplete="off"
        spellCheck={false}
        value={value === undefined ? '' : String(value)}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
      />
    )
  return <JsonControl control={control} value={value} onChange={onChange} />
}

/** Anything without a control of its own is written as JSON. */
function JsonControl({ control, value, onChange }: Omit<ControlProps, 'schema'>) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value))
  return (
    <textarea
      {...control}
      rows={3}
      spellCheck={false}
      placeholder="JSON"
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        onChange(parse(event.target.value))
      }}
    />
  )
}

/** A default is shown, not sent: the tool fills it in. */
function placeholder(schema: JsonSchema): string | undefined {
  const value = schema['default']
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}

function parse(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    return error
  }
}

function typeName(schema: JsonSchema): string {
  if (schema['enum']) return 'choice'
  const items = schema['items'] as JsonSchema | undefined
  if (schema.type === 'array' && typeof items?.type === 'string') return `list of ${items.type}s`
  return typeof schema.type === 'string' ? schema.type : 'JSON'
}
