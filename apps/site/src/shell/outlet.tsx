import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Missing } from '../pages/missing.tsx'
import { place } from './router.ts'
import { type Page, type Route, routes } from './routes.ts'

const loaded = new Map<Route, Page>()

/** The page that the address names. */
export function Outlet(): VNode {
  const [path = '', ...rest] = place.value
  const route = routes.find((one) => one.path === path)
  const [, redraw] = useState<unknown>()
  const Page = route && (route.isLazy ? loaded.get(route) : (route.page as Page))
  useEffect(() => {
    if (!route?.isLazy || Page) return
    const load = route.page as () => Promise<Page>
    void load().then(
      (page) => redraw(loaded.set(route, page).size),
      () => redraw(loaded.set(route, NotLoaded).size),
    )
  }, [route])
  if (!route) return <Missing what={`#/${place.value.join('/')}`} />
  return Page ? <Page rest={rest} /> : <div class="page waiting" aria-busy="true" />
}

const NotLoaded: Page = () => <Missing what="this page: its code could not be loaded" />
