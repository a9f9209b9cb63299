import type { ComponentType } from 'preact'
import { Home } from '../pages/home.tsx'
import { Reading } from '../pages/reading.tsx'
import { lazy } from './lazy.tsx'

/** The component of a page; it receives the parts of the address after the page's own. */
export type Page = ComponentType<{ readonly rest: readonly string[] }>

export interface Route {
  readonly path: string
  readonly page: Page
  /** In the running head; absent for pages that are reached by look-ups. */
  readonly name?: string
}

export const routes: readonly Route[] = [
  { path: '', page: Home },
  ...(['block', 'tx', 'receipt'] as const).map((path) => ({ path, page: Reading })),
  { path: 'methods', name: 'Methods', page: lazy(() => import('../pages/methods.tsx')) },
  { path: 'guides', name: 'Guides', page: lazy(() => import('../pages/guides.tsx')) },
  { path: 'judge', name: 'Judge', page: lazy(() => import('../judge/judge.tsx')) },
  { path: 'status', name: 'Status', page: lazy(() => import('../pages/status.tsx')) },
]
