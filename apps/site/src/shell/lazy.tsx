import { signal } from '@preact/signals'
import type { ComponentType, VNode } from 'preact'
import { Missing } from '../pages/missing.tsx'

/** A component, the default export of a module that is loaded when it is first drawn; until then its place is kept. */
export function lazy<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  waiting: VNode = <div class="page waiting" aria-busy="true" />,
): ComponentType<P> {
  const loaded = signal<ComponentType<P> | undefined>(undefined)
  let isAsked = false
  return (props) => {
    if (!isAsked)
      void load().then(
        (part) => (loaded.value = part.default),
        () => (loaded.value = NotLoaded),
      )
    isAsked = true
    const Part = loaded.value
    return Part ? <Part {...props} /> : waiting
  }
}

const NotLoaded = (): VNode => <Missing what="this page: its code could not be loaded" />
