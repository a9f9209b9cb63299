import { useEffect, useRef } from 'preact/hooks'
import type { VNode } from 'preact'
import { Missing } from '../pages/missing.tsx'
import { Boundary } from './boundary.tsx'
import { host, isStatic } from './endpoint.ts'
import { Help, listenToKeys } from './keys.tsx'
import { LookUp } from './look-up.tsx'
import { focusOn, leadTo, linkTo, place } from './router.ts'
import { routes } from './routes.ts'

/** The whole page: the running head with the look-up, what the address names, the foot. */
export function App(): VNode {
  const isFirst = useRef(true)
  const here = place.value.join('/')
  const [path = '', ...rest] = place.value
  const Page = routes.find((one) => one.path === path)?.page
  useEffect(listenToKeys, [])
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo(0, 0)
      focusOn('#main', { preventScroll: true })
    }
    isFirst.current = false
  }, [here])
  return (
    <div class="sheet">
      <a class="skip" href="#main" onClick={leadTo('#main')}>
        Skip to the text
      </a>
      <header class="running-head">
        <a class="name" href={linkTo()} aria-current={here === '' ? 'page' : undefined}>
          Lectern
        </a>
        <LookUp />
        <nav aria-label="Pages">
          {routes.map(
            (one) =>
              one.name && (
                <a
                  key={one.path}
                  href={linkTo(one.path)}
                  aria-current={one.path === path ? 'page' : undefined}
                >
                  {one.name}
                </a>
              ),
          )}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Boundary key={here} what="This page">
          {Page ? <Page rest={rest} /> : <Missing what={`#/${here}`} />}
        </Boundary>
      </main>
      <footer>
        <p>
          Read-only. This page asks nobody but <span class="host">{host}</span>
          {isStatic
            ? ' and the nodes that you name.'
            : ', and its policy lets it ask nobody else but nodes that the server’s operator lists.'}
        </p>
        <p>
          <kbd>/</kbd> look up <kbd>←</kbd> <kbd>→</kbd> neighbours <kbd>?</kbd> help
        </p>
      </footer>
      <Help />
    </div>
  )
}
