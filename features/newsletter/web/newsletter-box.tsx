import { offlineAdvice } from '../../../core/contract/form-fields.ts'
import { paths } from '../../../core/contract/paths.ts'
import type { Site } from '../../../core/contract/site.ts'
import type { AddressQuestion } from '../../../core/contract/suggest-address.ts'
import type { useAddressHint } from '../../../core/web/address-field.tsx'
import { AddressAnswer, AskedAbout } from '../../../core/web/site/address-question.tsx'
import { Honeypot } from '../../../core/web/site/honeypot.tsx'
import { silenceBrowser, type useEntryForm } from '../../people/web/use-entry-form.ts'
import { newsletterPaths } from '../contract/newsletter-paths.ts'
import type { NewsletterBoxWords } from '../contract/newsletter-words.ts'

export type NewsletterBoxProps = {
  words: NewsletterBoxWords
  heading: 'h1' | 'h2'
  email?: string | undefined
  error?: string | undefined
  question?: AddressQuestion | undefined
}

/**
 * State of the form in the browser, from newsletter-panel.tsx. Posts load no JavaScript, so they have no such state.
 */
type Script = ReturnType<typeof useEntryForm> & { hint: ReturnType<typeof useAddressHint> }

/** The words of the box, without those of other pages, because they are sent to the browser */
export function toBoxWords({ content }: Site): NewsletterBoxWords {
  const { pages: _, ...words } = content.newsletterBox
  return words
}

/** The sign-up form. It works as a plain HTML form, because some pages that contain it load no JavaScript. */
export function NewsletterBox({
  words,
  heading: Heading,
  email,
  error,
  question,
  script,
}: NewsletterBoxProps & { script?: Script }) {
  // An error takes precedence over the suggestion of another address.
  const note = error ? null : (script?.hint.note ?? null)
  return (
    <section className="newsletter-box" aria-labelledby="newsletter-title">
      <div className="newsletter-words">
        <Heading id="newsletter-title">{words.title}</Heading>
        <p>{words.lead}</p>
      </div>
      <form
        className="newsletter-form"
        method="post"
        action={newsletterPaths.page}
        ref={script && silenceBrowser}
        onSubmit={script?.submit}
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
            aria-describedby={[note && 'newsletter-note', error && 'newsletter-error', 'newsletter-consent']
              .filter(Boolean)
              .join(' ')}
            onBlur={script?.hint.onBlur}
            onInput={script?.hint.onInput}
            // biome-ignore lint/a11y/noAutofocus: the user submitted the form and has to correct this field
            autoFocus={Boolean(error)}
            ref={script?.notice}
          />
          {script && (
            <div className="field-note" id="newsletter-note" aria-live="polite">
              {note}
            </div>
          )}
          {error && (
            <p className="field-error" id="newsletter-error" role="alert">
              {error}
              {script?.problem.offline && ` ${offlineAdvice}`}
            </p>
          )}
        </div>
        <AskedAbout question={question} />
        <Honeypot />
        <p className="form-actions">
          <button type="submit" className="btn" disabled={script?.sending}>
            {script?.sending ? words.sending : words.button}
          </button>
          <AddressAnswer question={question} />
        </p>
        <p className="form-note" id="newsletter-consent">
          {words.consent} <a href={paths.privacyPolicy}>{words.privacyLink}</a>
        </p>
      </form>
    </section>
  )
}
