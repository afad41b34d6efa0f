import type { ComponentProps } from 'react'

type ButtonProps = ComponentProps<'button'> & {
  /** True while the button's request is running. Not `disabled`, which would make the button lose the focus. */
  busy?: boolean | undefined
}

/** The main action of a form, a dialog, or a screen. */
export function Button({ busy, ...button }: ButtonProps) {
  return <button type="button" className="btn" aria-disabled={busy || undefined} {...button} />
}

/** A secondary action next to the main one */
export const QuietButton = (button: ButtonProps) => <Button className="btn btn-quiet" {...button} />

/** An action on a part of a screen, such as a row. */
export const SmallButton = (button: ButtonProps) => <Button className="btn btn-quiet btn-small" {...button} />

/** An action that looks like a link. */
export const TextButton = (button: ButtonProps) => <Button className="text-button" {...button} />

type SubmitButtonProps = {
  busy: boolean | undefined
  label: string
  /** The label while the request is running */
  busyLabel?: string
  isSmall?: boolean
}

export function SubmitButton({ busy, label, busyLabel = label, isSmall = false }: SubmitButtonProps) {
  const Look = isSmall ? SmallButton : Button
  return (
    <Look type="submit" busy={busy}>
      {busy ? busyLabel : label}
    </Look>
  )
}
