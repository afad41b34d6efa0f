import { contactForm } from '../../contracts/contact.ts'
import type { App, RouteDeps } from '../http/app.ts'
import { keepContact } from './contact.ts'
import { addEntryForm } from './entry-form-routes.ts'

export function addContactRoutes(app: App, deps: RouteDeps): void {
  addEntryForm(app, deps, contactForm, {
    summary: 'Write to us',
    description:
      'What a person can fix comes back as `success: false` with a message and the fields. The same message sent again within ten minutes is taken once.',
    bodyLimit: 64 * 1024,
    submit: (values, context) => keepContact(deps.db, values, context),
    view: (values, problem) => ({ page: 'contact', props: { done: false, values, ...problem } }),
  })
}
