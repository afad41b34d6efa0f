import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useAddressHint } from '../../../core/web/address-field.tsx'
import { useEntryForm } from '../../people/web/use-entry-form.ts'
import { newsletterForm } from '../contract/newsletter-signup.ts'
import { NewsletterBox, type NewsletterBoxProps } from './newsletter-box.tsx'

/** The sign-up form on pages with JavaScript: submits without a page load, and then shows what to do next. */
export function NewsletterPanel({ words, heading: Heading, email, error, question }: NewsletterBoxProps) {
  const [done, setDone] = useState<{ byHand?: boolean | undefined }>()
  const headline = useRef<HTMLHeadingElement>(null)
  const form = useEntryForm(newsletterForm, words.messages, { message: error, question }, (response) => {
    // Render now, so that the headline to focus exists.
    flushSync(() => setDone(response))
    headline.current?.focus()
  })
  const hint = useAddressHint({ onSuggest: form.noteSuggestion })

  if (done)
    return (
      <section className="newsletter-box" aria-labelledby="newsletter-title">
        <div className="newsletter-words">
          <Heading id="newsletter-title" tabIndex={-1} ref={headline}>
            {words.asked.title}
          </Heading>
          <p>{done.byHand ? words.asked.leadByHand : words.asked.lead}</p>
        </div>
      </section>
    )
  return (
    <NewsletterBox
      words={words}
      heading={Heading}
      email={email}
      error={form.rephrase(form.problem.errors?.email ?? form.problem.message)}
      question={form.problem.question}
      script={{ ...form, hint }}
    />
  )
}
