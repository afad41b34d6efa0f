import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newsletterPages as words } from '../../content/newsletter.ts'
import {
  checkNewsletter,
  type NewsletterResponse,
  type NewsletterValues,
  newsletterMessages,
  newsletterResponse,
} from '../../contracts/newsletter-signup.ts'
import { paths } from '../../contracts/paths.ts'
import { useAddressHint } from '../address-field.tsx'
import { silenceBrowser, useEntryForm } from '../site/use-entry-form.ts'
import { NewsletterBox, type NewsletterBoxProps } from './newsletter-box.tsx'

/** The box where it may have script: it checks and sends in place, and then says what to do next. */
export function NewsletterPanel({ heading: Heading, email, error, question }: NewsletterBoxProps) {
  const [asked, setAsked] = useState<NewsletterResponse>()
  const headline = useRef<HTMLHeadingElement>(null)
  const { sending, problem, notice, noteSuggestion, submit } = useEntryForm<
    NewsletterValues,
    Partial<Record<keyof NewsletterValues, string>>,
    NewsletterResponse
  >({
    given: { message: error, question },
    path: paths.api.newsletter,
    read: (data) => ({ email: String(data.get('email') ?? '') }),
    check: checkNewsletter,
    answer: newsletterResponse.parse,
    messages: newsletterMessages,
    onDone(answer) {
      flushSync(() => setAsked(answer))
      headline.current?.focus()
    },
  })

  const hint = useAddressHint({ onSuggest: noteSuggestion })

  if (asked)
    return (
      <section className="newsletter-box" aria-labelledby="newsletter-title">
        <div className="newsletter-words">
          <Heading id="newsletter-title" tabIndex={-1} ref={headline}>
            {words.askedTitle}
          </Heading>
          <p>{asked.byHand ? words.askedByHand : words.asked}</p>
        </div>
      </section>
    )
  return (
    <NewsletterBox
      heading={Heading}
      email={email}
      error={problem.errors?.email ?? problem.message}
      question={problem.question}
      script={{
        form: silenceBrowser,
        field: notice,
        sending,
        offline: problem.offline === true,
        hint,
        onSubmit: submit,
      }}
    />
  )
}
