import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { newsletterPages as words } from '../../content/newsletter.ts'
import {
  checkNewsletter,
  type NewsletterValues,
  newsletterAnswer,
  newsletterMessages,
} from '../../contracts/newsletter-call.ts'
import { paths } from '../../contracts/paths.ts'
import { silenceBrowser, useEntryForm } from '../site/use-entry-form.ts'
import { NewsletterBox, type NewsletterBoxProps } from './newsletter-box.tsx'

/** The box where it may have script: it checks and sends in place, and then says what to do next. */
export function NewsletterPanel({ heading: Heading, email, error }: NewsletterBoxProps) {
  const [asked, setAsked] = useState(false)
  const headline = useRef<HTMLHeadingElement>(null)
  const { sending, problem, notice, submit } = useEntryForm<
    NewsletterValues,
    Partial<Record<keyof NewsletterValues, string>>
  >({
    given: { message: error },
    path: paths.api.newsletter,
    read: (data) => ({ email: String(data.get('email') ?? '') }),
    check: checkNewsletter,
    answer: newsletterAnswer.parse,
    messages: newsletterMessages,
    onDone() {
      flushSync(() => setAsked(true))
      headline.current?.focus()
    },
  })

  if (asked)
    return (
      <section className="newsletter-box" aria-labelledby="newsletter-title">
        <div className="newsletter-words">
          <Heading id="newsletter-title" tabIndex={-1} ref={headline}>
            {words.askedTitle}
          </Heading>
          <p>{words.asked}</p>
        </div>
      </section>
    )
  return (
    <NewsletterBox
      heading={Heading}
      email={email}
      error={problem.errors?.email ?? problem.message}
      script={{ form: silenceBrowser, field: notice, sending, onSubmit: submit }}
    />
  )
}
