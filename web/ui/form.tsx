import type { ComponentProps, FormEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (typed: FormData) => void }

/** A form that a script submits. Its fields are checked on submit, not by the browser. */
export function Form({ onSubmit, ...form }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // In React's tree, though not in the DOM, a dialog's form may be inside the form of a post.
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return <form className="form" noValidate {...form} onSubmit={submit} />
}
