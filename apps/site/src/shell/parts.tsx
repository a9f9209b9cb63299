import type { ComponentChildren, RenderableProps, VNode } from 'preact'

/** A part of a page; with `list`, a list of facts of that class. */
export const Group = ({ title, list, children }: RenderableProps<GroupProps>): VNode => (
  <section class="group">
    {title && <h2>{title}</h2>}
    {list === undefined ? children : <dl class={list}>{children}</dl>}
  </section>
)

interface GroupProps {
  readonly title?: ComponentChildren
  readonly list?: string
}

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
