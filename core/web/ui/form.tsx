import type { ComponentProps, FormEvent } from 'react'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: (typed: FormData) => void }

/** A form that is submitted by JavaScript. `onSubmit` checks the fields, not the browser. */
export function Form({ onSubmit, ...form }: FormProps) {
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React events bubble through portals: a dialog's form may be inside the post's form in React's tree, although it
    // is not in the DOM. Without this, submitting the dialog would submit the post.
    event.stopPropagation()
    onSubmit(new FormData(event.currentTarget))
  }
  return <form className="form" noValidate {...form} onSubmit={submit} />
}
