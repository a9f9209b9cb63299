import type { RenderableProps, VNode } from 'preact'
import { useErrorBoundary } from 'preact/hooks'

/** Keeps what cannot be drawn to itself: the rest of the page stays readable. */
export function Boundary({ what, children }: RenderableProps<{ readonly what: string }>): VNode {
  const [error] = useErrorBoundary()
  if (error) return <span class="undrawn">{what} cannot be shown.</span>
  return <>{children}</>
}
