import type { ComponentProps, ReactNode, Ref } from 'react'

type SectionProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Id of the headline */
  id: string
  title: ReactNode
  level?: 2 | 3 | 4
  /** True if the headline gets the focus, by its id, when a clicked button is gone */
  takesFocus?: boolean
  /** Ref of a headline that gets the focus */
  headline?: Ref<HTMLHeadingElement>
}

/** A part of a screen that is named by its headline */
export function Section(props: SectionProps) {
  const { id, title, level = 2, headline, takesFocus = headline !== undefined, children, ...section } = props
  const Headline = `h${level}` as const
  return (
    <section aria-labelledby={id} {...section}>
      <Headline id={id} ref={headline} tabIndex={takesFocus ? -1 : undefined}>
        {title}
      </Headline>
      {children}
    </section>
  )
}
