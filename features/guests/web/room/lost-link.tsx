import { correctFields } from '../../../../core/contract/form-fields.ts'
import { paths } from '../../../../core/contract/paths.ts'
import { AddressField } from '../../../../core/web/address-field.tsx'
import { Island } from '../../../../core/web/island.tsx'
import type { Page } from '../../../../core/web/page.ts'
import { Button } from '../../../../core/web/ui/button.tsx'
import { ErrorSummary } from '../../../../core/web/ui/error-summary.tsx'
import { guestPaths } from '../../contract/guest-paths.ts'
import { lostLinkPage as words } from '../../words/guests.ts'
import { GuestPage } from './guest-page.tsx'

type LostLinkProps = {
  /** True after the form was sent. The page is the same for unknown addresses, so that it does not reveal guests. */
  asked: boolean
  /** True if an email server is set up; otherwise an editor has to send emails to the guest */
  byEmail: boolean
  email?: string
  error?: string
}

export const lostLink: Page<LostLinkProps> = {
  head: ({ asked }) => ({ title: asked ? words.askedTitle : words.title, description: words.lead }),
  frame: 'bare',
  styles: 'plain',
  Body: ({ site, asked, byEmail, email, error }) =>
    asked ? (
      <GuestPage
        site={site}
        title={words.askedTitle}
        lead={`${words.asked} ${byEmail ? words.next.byEmail : words.next.byHand}`}
      >
        <p>
          <a className="btn" href={paths.home}>
            {site.content.menu.returnHome}
          </a>
        </p>
      </GuestPage>
    ) : (
      <GuestPage site={site} title={words.title} lead={words.lead}>
        {error && (
          <ErrorSummary message={correctFields} fields={[{ id: 'email', label: words.email, error }]} />
        )}
        <form className="form" method="post" action={guestPaths.lostLink} noValidate>
          <Island
            of={AddressField}
            name="AddressField"
            props={{
              label: words.email,
              id: 'email',
              name: 'email',
              required: true,
              autoComplete: 'email',
              defaultValue: email,
              error,
              pointsOutNoDot: true,
            }}
            when="idle"
          />
          <Button type="submit">{words.button}</Button>
        </form>
      </GuestPage>
    ),
}
