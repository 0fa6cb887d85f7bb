import type { ReactNode } from 'react'
import { splitPictures } from '../split-pictures'
import { safeLink, safeMedia } from '../view/safe-url'
import type { CardTexts } from '../view/texts'
import type { FieldView, ResultView, ToolCallView } from '../view/tool-call-view.types'
import { Icon } from './icon'
import { TextBlock } from './text-block'

interface SectionProps {
  view: ToolCallView
  texts: CardTexts
}

function Section({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <section className="tp-section">
      <p className="tp-caption">{title}</p>
      {children}
    </section>
  )
}

/** The arguments as a list of names and values. */
export function Fields({ view, texts }: SectionProps): ReactNode {
  const { fields } = view
  if (!view.hasInput) return null
  if (fields.length === 0) return <p className="tp-note">{texts.noArguments}</p>
  const [first] = fields
  if (fields.length === 1 && first?.name === '')
    return (
      <Section title={texts.arguments}>
        <FieldValue field={first} texts={texts} />
      </Section>
    )
  return (
    <Section title={texts.arguments}>
      <dl className="tp-fields">
        {fields.flatMap((field) => [
          <dt key={`${field.name}:name`} dir="auto">
            {field.name}
          </dt>,
          <dd key={`${field.name}:value`}>
            <FieldValue field={field} texts={texts} />
          </dd>,
        ])}
      </dl>
    </Section>
  )
}

function FieldValue({ field, texts }: { field: FieldView; texts: CardTexts }): ReactNode {
  if (field.kind === 'json' || field.kind === 'text')
    return (
      <TextBlock value={field} kind={field.kind === 'json' ? 'tp-code' : 'tp-text'} texts={texts} />
    )
  return (
    <code className="tp-value" data-kind={field.kind}>
      {field.text}
    </code>
  )
}

/** What a running tool printed so far. */
export function Output({ view, texts }: SectionProps): ReactNode {
  // The result says it again, and better.
  if (!view.output || (view.status === 'done' && view.result.length > 0)) return null
  return (
    <Section title={texts.output}>
      <TextBlock value={view.output} kind="tp-code" texts={texts} />
    </Section>
  )
}

/** The error, or everything the tool answered. */
export function Result({ view, texts }: SectionProps): ReactNode {
  if (view.error) return <Failure view={view} texts={texts} />
  if (view.status !== 'done') return null
  if (view.result.length === 0) return <p className="tp-note">{texts.noResult}</p>
  const { rest } = splitPictures(view)
  if (rest.length === 0) return null
  return (
    <Section title={texts.result}>
      {rest.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order.
        <ResultItem key={index} item={item} texts={texts} />
      ))}
    </Section>
  )
}

function Failure({ view, texts }: SectionProps): ReactNode {
  const { error } = view
  if (!error) return null
  return (
    <section className="tp-section tp-error">
      <p className="tp-caption">
        {error.title}
        {error.code ? <code className="tp-value">{error.code}</code> : null}
      </p>
      {error.text ? <TextBlock value={error} kind="tp-text" texts={texts} /> : null}
      {error.retryable ? <p className="tp-note">{texts.retryable}</p> : null}
    </section>
  )
}

function ResultItem({ item, texts }: { item: ResultView; texts: CardTexts }): ReactNode {
  switch (item.kind) {
    case 'text':
      return (
        <>
          {item.title ? (
            <p className="tp-note" dir="auto">
              {item.title}
            </p>
          ) : null}
          <TextBlock value={item} kind="tp-text" texts={texts} />
        </>
      )
    case 'json':
      return <TextBlock value={item} kind="tp-code" texts={texts} />
    case 'image':
      return (
        <img
          className="tp-image"
          loading="lazy"
          decoding="async"
          src={safeMedia(item.source)}
          alt={item.alt}
        />
      )
    case 'audio':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a tool's sound comes without captions; its label says what it is.
        <audio
          className="tp-audio"
          controls
          preload="none"
          src={safeMedia(item.source)}
          aria-label={item.label}
        />
      )
    case 'link':
      return (
        <p className="tp-link">
          <Icon icon="link" />
          <a
            href={safeLink(item.href)}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
          >
            <bdi>{item.label}</bdi>
          </a>
          {item.detail ? (
            <span className="tp-muted" dir="auto">
              {item.detail}
            </span>
          ) : null}
        </p>
      )
    default:
      return (
        <p className="tp-note" dir="auto">
          {item.text}
        </p>
      )
  }
}

/** The line of small print: the real name and where the tool came from. */
export function Origin({ view, texts }: SectionProps): ReactNode {
  return (
    <p className="tp-origin">
      <code>{view.toolName}</code>
      {view.server ? (
        <>
          {' '}
          <span>{texts.server}</span> <bdi>{view.server}</bdi>
        </>
      ) : null}
    </p>
  )
}
