import type { FormEventHandler, Ref } from 'react'
import { newsletterBox as words } from '../../content/newsletter.ts'
import { paths } from '../../contracts/paths.ts'
import { Honeypot } from '../site/honeypot.tsx'

export type NewsletterBoxProps = {
  heading: 'h1' | 'h2'
  email?: string | undefined
  error?: string | undefined
}

/** What brings the form alive (web/newsletter/newsletter-panel.tsx); a post has no script and needs none of it. */
type Script = {
  form: Ref<HTMLFormElement>
  field: Ref<HTMLInputElement>
  sending: boolean
  onSubmit: FormEventHandler<HTMLFormElement>
}

/** Asks for an address. A plain form, on pages without any script, too. */
export function NewsletterBox({
  heading: Heading,
  email,
  error,
  script,
}: NewsletterBoxProps & { script?: Script }) {
  return (
    <section className="newsletter-box" aria-labelledby="newsletter-title">
      <div className="newsletter-words">
        <Heading id="newsletter-title">{words.title}</Heading>
        <p>{words.lead}</p>
      </div>
      <form
        className="newsletter-form"
        method="post"
        action={paths.newsletter}
        ref={script?.form}
        onSubmit={script?.onSubmit}
      >
        <div className="field">
          <label htmlFor="newsletter-email">{words.email}</label>
          <input
            id="newsletter-email"
            className="field-control"
            type="email"
            name="email"
            required
            maxLength={254}
            autoComplete="email"
            placeholder={words.placeholder}
            defaultValue={email}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'newsletter-error newsletter-consent' : 'newsletter-consent'}
            // biome-ignore lint/a11y/noAutofocus: the user submitted the form and has to correct this field
            autoFocus={Boolean(error)}
            ref={script?.field}
          />
          {error && (
            <p className="field-error" id="newsletter-error" role="alert">
              {error}
            </p>
          )}
        </div>
        <Honeypot label={words.honeypot} />
        <button type="submit" className="btn" disabled={script?.sending}>
          {script?.sending ? words.sending : words.button}
        </button>
        <p className="form-note" id="newsletter-consent">
          {words.consent} <a href={paths.privacyPolicy}>{words.privacyLink}</a>
        </p>
      </form>
    </section>
  )
}
