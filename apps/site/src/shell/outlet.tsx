import type { VNode } from 'preact'
import { Missing } from '../pages/missing.tsx'
import { place } from './router.ts'
import { routes } from './routes.ts'

/** The page that the address names. */
export function Outlet(): VNode {
  const [path = '', ...rest] = place.value
  const Page = routes.find((one) => one.path === path)?.page
  return Page ? <Page rest={rest} /> : <Missing what={`#/${place.value.join('/')}`} />
}
