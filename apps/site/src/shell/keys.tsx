import type { VNode } from 'preact'

/** The keys of the page. */
const keys: readonly (readonly [key: string, meaning: string])[] = [
  ['/', 'to the look-up'],
  ['←', 'the block, transaction or receipt before'],
  ['→', 'the one after'],
  ['t', 'to what you trust'],
  ['?', 'this help'],
  ['Esc', 'back to the text'],
]

/** Listens to the keys that need no modifier. Returns a function that ends that. */
export function listenToKeys(): () => void {
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

function listen(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { target, key } = event
  const isTyping =
    target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select')
  if (key === 'Escape' && isTyping) target.blur()
  if (
    isTyping ||
    (target instanceof HTMLElement && target.matches('input[type=radio]') && key.startsWith('Arrow'))
  )
    return
  const act = actions[key]
  if (!act || document.querySelector('dialog[open]')) return
  if (act()) event.preventDefault()
}

const focusOn = (selector: string): boolean => {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  return found !== null
}

const follow = (rel: string): boolean => {
  const link = document.querySelector<HTMLElement>(`a[rel=${rel}], button[data-rel=${rel}]`)
  link?.click()
  return link !== null
}

const actions: Readonly<Record<string, () => boolean>> = {
  '/': () => focusOn('#look-up'),
  t: () => focusOn('#trust input:checked'),
  ArrowLeft: () => follow('prev'),
  ArrowRight: () => follow('next'),
  '?': () => {
    document.querySelector<HTMLDialogElement>('#help')?.showModal()
    return true
  },
}

/** The help: the meaning of the keys. */
export function Help(): VNode {
  return (
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="keys">
        {keys.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  )
}
