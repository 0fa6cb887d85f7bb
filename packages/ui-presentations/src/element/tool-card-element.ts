import { adoptStyles } from '../adopt-styles'
import { defined } from '../defined'
import {
  renderApproval,
  renderFields,
  renderHeader,
  renderOrigin,
  renderOutput,
  renderPictures,
  renderProgress,
  renderResult,
} from '../html/card-parts'
import { announcement, runningTime } from '../running-time'
import { defaultTexts } from '../view/default-texts'
import type { CardTexts } from '../view/texts'
import type { ToolCallView } from '../view/tool-call-view.types'
import type { ToolAnswerDetail, ToolCardElement } from './define-tool-card'

const slots = ['approval', 'fields', 'output', 'result', 'origin']
const frame =
  '<div class="tp-card" part="card"><button type="button" id="header" class="tp-header" part="header" aria-controls="body"></button>' +
  '<div data-slot="progress"></div><div id="body" class="tp-body" part="body" role="region" aria-labelledby="header">' +
  slots.map((name) => `<div class="tp-slot" data-slot="${name}"></div>`).join('') +
  '</div><div class="tp-pictures" data-slot="pictures"></div><div class="tp-live" role="status"></div></div>'

/** The class, made on demand: `HTMLElement` does not exist on a server. */
export function createToolCardClass(styles: string): CustomElementConstructor {
  return class extends HTMLElement implements ToolCardElement {
    static readonly observedAttributes = ['view', 'approval']
    #view: ToolCallView | undefined
    #texts: Partial<CardTexts> | undefined
    #chosen: boolean | undefined
    #answered: string | undefined
    #timer: ReturnType<typeof setInterval> | undefined
    #drawn = new Map<string, string>()
    #root = this.attachShadow({ mode: 'open', delegatesFocus: false })

    constructor() {
      super()
      adoptStyles(this.#root, styles)
      const template = document.createElement('template')
      template.innerHTML = frame
      this.#root.append(template.content)
      this.#part('.tp-header').addEventListener('click', () => this.#toggle())
      this.#root.addEventListener('click', (event) => this.#answer(event.target))
    }

    get view() {
      return this.#view
    }
    set view(view) {
      const before = this.#view
      if (view?.key !== before?.key) this.#chosen = undefined
      // A new question must be seen, whatever was folded away before.
      if (view?.status === 'approval' && before?.status !== 'approval') this.#chosen = undefined
      this.#view = view
      this.#draw()
      if (view && before?.key === view.key && before.statusText !== view.statusText)
        this.#part('.tp-live').textContent = announcement(view)
    }

    get texts() {
      return this.#texts
    }
    set texts(texts) {
      this.#texts = texts
      this.#draw()
    }

    get open() {
      return this.#chosen ?? this.#view?.open ?? false
    }
    set open(open) {
      this.#chosen = open
      this.#draw()
    }

    focusApproval() {
      const button = this.#root.querySelector<HTMLElement>('.tp-button:enabled')
      button?.focus()
      return button !== null
    }

    connectedCallback() {
      this.#draw()
    }
    disconnectedCallback() {
      this.#tick(false)
    }
    attributeChangedCallback(name: string, _: string | null, value: string | null) {
      if (name === 'view' && value !== null) this.view = parseView(value)
      else this.#draw()
    }

    #part(selector: string): HTMLElement {
      return this.#root.querySelector(selector) as HTMLElement // every selector is in the frame
    }

    #toggle() {
      this.open = !this.open
      this.dispatchEvent(
        new CustomEvent('tool-toggle', {
          bubbles: true,
          composed: true,
          detail: { open: this.open },
        }),
      )
    }

    #answer(target: EventTarget | null) {
      const decision = (target as Element | null)?.closest?.<HTMLElement>('[data-decision]')
        ?.dataset['decision']
      const view = this.#view
      if (!decision || !view?.approval) return
      const { permissionId } = view.approval
      const detail = defined<ToolAnswerDetail>({
        callId: view.callId,
        toolName: view.toolName,
        permissionId,
        runId: view.runId,
      })
      const type = decision === 'allow' ? 'tool-approve' : 'tool-deny'
      const event = new CustomEvent(type, {
        bubbles: true,
        composed: true,
        cancelable: true,
        detail,
      })
      if (!this.dispatchEvent(event)) return
      this.#answered = permissionId
      this.#part('.tp-header').focus()
      this.#draw()
    }

    #draw() {
      const view = this.#view
      this.hidden = view === undefined
      if (!view) return this.#tick(false)
      const texts = { ...defaultTexts, ...this.#texts }
      const card = this.#part('.tp-card')
      card.dataset['status'] = view.status
      card.dataset['tone'] = view.tone
      card.toggleAttribute('data-nested', view.parentCallId !== undefined)
      const header = this.#part('.tp-header')
      header.setAttribute('aria-expanded', String(this.open))
      this.#fill(header, 'header', renderHeader(view, runningTime(view, Date.now())))
      this.#slot('progress', renderProgress(view))
      this.#slot('pictures', renderPictures(view))
      this.#part('.tp-body').hidden = !this.open
      // A folded card holds nothing that is not seen.
      if (this.open) this.#drawBody(view, texts)
      else for (const name of slots) this.#slot(name, '')
      this.#tick(this.isConnected && view.status === 'running')
    }

    #drawBody(view: ToolCallView, texts: CardTexts) {
      const controls = this.getAttribute('approval') === 'none' ? 'none' : 'buttons'
      const hadFocus = this.#part('[data-slot=approval]').contains(this.#root.activeElement)
      this.#slot('approval', renderApproval(this.#withAnswer(view), texts, controls))
      if (hadFocus && !this.#root.activeElement) this.#part('.tp-header').focus()
      this.#slot('fields', renderFields(view, texts))
      this.#slot('output', renderOutput(view, texts))
      this.#slot('result', renderResult(view, texts))
      this.#slot('origin', renderOrigin(view, texts))
    }

    /** An answered question keeps its buttons, switched off, until the host's next view. */
    #withAnswer(view: ToolCallView): ToolCallView {
      const { approval } = view
      if (!approval || approval.permissionId !== this.#answered) return view
      return { ...view, approval: { ...approval, decision: approval.decision ?? 'allow' } }
    }

    #slot(name: string, html: string) {
      this.#fill(this.#part(`[data-slot=${name}]`), name, html)
    }

    /** Touches the DOM only where the text differs: focus, scroll and open details stay. */
    #fill(element: HTMLElement, name: string, html: string) {
      if (this.#drawn.get(name) === html) return
      this.#drawn.set(name, html)
      element.innerHTML = html
    }

    #tick(on: boolean) {
      if (on) this.#timer ??= setInterval(() => this.#draw(), 1000)
      else {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
    }
  }
}

function parseView(json: string): ToolCallView | undefined {
  try {
    return JSON.parse(json) as ToolCallView // written by the page's own server
  } catch {
    return undefined
  }
}
