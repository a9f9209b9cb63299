import type { ComponentType } from 'preact'
import { Home } from '../pages/home.tsx'
import { Reading } from '../pages/reading.tsx'
import { lazy } from './lazy.tsx'

/** The component of a page; it receives the parts of the address after the page's own. */
export type Page = ComponentType<{ readonly rest: readonly string[] }>

/** A page by the first part of its address. */
export interface Route {
  readonly path: string
  readonly page: Page
  /** In the running head; absent for pages that are reached by look-ups. */
  readonly name?: string
}

/** Every page. */
export const routes: readonly Route[] = [
  { path: '', page: Home },
  ...(['block', 'tx', 'receipt'] as const).map((path) => ({ path, page: Reading })),
  {
    path: 'methods',
    name: 'Methods',
    page: lazy(async () => (await import('../pages/methods.tsx')).Methods),
  },
  {
    path: 'guides',
    name: 'Guides',
    page: lazy(async () => (await import('../pages/guides.tsx')).Guides),
  },
  {
    path: 'judge',
    name: 'Judge',
    page: lazy(async () => (await import('../judge/judge.tsx')).Judge),
  },
  {
    path: 'status',
    name: 'Status',
    page: lazy(async () => (await import('../pages/status.tsx')).Status),
  },
]

/** The pages in the running head. */
export const pages: readonly Required<Pick<Route, 'path' | 'name'>>[] = routes.flatMap(({ path, name }) =>
  name === undefined ? [] : [{ path, name }],
)
