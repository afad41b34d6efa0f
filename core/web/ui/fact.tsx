import type { ComponentProps, ReactNode } from 'react'

/** One name and value in a `dl` */
export function Fact({ name, ...value }: ComponentProps<'dd'> & { name: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd {...value} />
    </div>
  )
}

type TextFactProps = Omit<ComponentProps<'dd'>, 'children'> & {
  name: string
  text: string | null | undefined
}

/** A fact as someone typed it, in whichever direction its language is written. Renders nothing without a text. */
export const TextFact = ({ text, ...fact }: TextFactProps) =>
  text ? (
    <Fact dir="auto" {...fact}>
      {text}
    </Fact>
  ) : null
