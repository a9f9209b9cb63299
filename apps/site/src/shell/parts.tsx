import type { ComponentChildren, RenderableProps, VNode } from 'preact'

export const Group = ({ title, children }: RenderableProps<{ title?: ComponentChildren }>): VNode => (
  <section class="group">
    {title && <h2>{title}</h2>}
    {children}
  </section>
)

/** A line of a list of facts: a name, and what it is. */
export const Fact = ({
  name,
  children,
  ...others
}: RenderableProps<{ name: ComponentChildren; 'data-type'?: string }>): VNode => (
  <div {...others}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
