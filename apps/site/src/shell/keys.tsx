import type { VNode } from 'preact'
import { Fact } from './parts.tsx'
import { focusOn } from './router.ts'

/** Listens to the keys that need no modifier. Returns a function that ends that. */
export function listenToKeys(): () => void {
  addEventListener('keydown', listen)
  return () => removeEventListener('keydown', listen)
}

function listen(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  const { key } = event
  const target = event.composedPath()[0] as HTMLElement // within a shadow root too
  const isTyping = target.matches('input:not([type=radio]), textarea, select')
  if (key === 'Escape' && isTyping) target.blur()
  if (isTyping || (target.matches('input[type=radio]') && key.startsWith('Arrow'))) return
  const act = keys.find(([name]) => name === key)?.[3]
  if (!act || document.querySelector('dialog[open]')) return
  if (act()) event.preventDefault()
}

const follow = (rel: string): boolean => {
  const link = document.querySelector<HTMLElement>(`a[rel=${rel}], button[data-rel=${rel}]`)
  link?.click()
  return link !== null
}

const openHelp = (): boolean => {
  document.querySelector<HTMLDialogElement>('#help')?.showModal()
  return true
}

/** The keys of the page; an action returns whether there was something to do. */
const keys: readonly (readonly [name: string, label: string, meaning: string, act?: () => boolean])[] = [
  ['/', '/', 'to the look-up', () => focusOn('#look-up')],
  ['ArrowLeft', '←', 'the block, transaction or receipt before', () => follow('prev')],
  ['ArrowRight', '→', 'the one after', () => follow('next')],
  ['t', 't', 'to what you trust', () => focusOn('#trust input:checked')],
  ['?', '?', 'this help', openHelp],
  ['Escape', 'Esc', 'back to the text'],
]

/** The help: the meaning of the keys. */
export function Help(): VNode {
  return (
    <dialog id="help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="facts keys">
        {keys.map(([name, label, meaning]) => (
          <Fact key={name} name={<kbd>{label}</kbd>}>
            {meaning}
          </Fact>
        ))}
      </dl>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  )
}
