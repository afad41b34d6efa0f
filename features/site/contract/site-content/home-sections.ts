import {
  buttonText,
  choice,
  group,
  items,
  link,
  onOff,
  order,
  paragraph,
  text,
  texts,
} from '../../../../core/contract/site-content/fields.ts'
import { defineSection, onEveryPage, onHome } from './section.ts'

// The sections of the home page, and of the header and footer around every page.

/** Max links in the header, and max characters of the text of a link */
export const menuLimits = { links: 8, label: 40 } as const

const menuLinks = (label: string, max: number) =>
  items(
    label,
    { item: 'link', min: 0, max, nameField: 'label' },
    { label: text('Label', menuLimits.label), to: link('Leads to') },
  )

const figures = (label: string) =>
  items(
    label,
    { item: 'figure', min: 0, max: 6, nameField: 'label' },
    { value: text('Figure', 16), label: text('What it counts', 80) },
  )

const part = (title: string, about: string, selector: string) => onHome(title, about, selector, title)

const layout = { ...onHome('Order of sections', 'Move sections or hide them'), inGroup: -1 }
const footer = { ...onEveryPage('Footer', 'Links and copyright at the end', '.site-footer'), position: 2 }

export const homeSections = [
  defineSection('menu', onEveryPage('Header and menu', 'Links at the top', '.site-header'), {
    links: menuLinks('Links in the header', menuLimits.links),
    book: buttonText('Booking button'),
    menu: buttonText('Menu button on phones'),
    home: buttonText('Link back to the home page'),
    returnHome: buttonText('The same after something was sent'),
  }),
  defineSection('hero', onHome('Headline', 'The first thing people read', '.hero'), {
    title: text('Headline', 90, { help: 'The footer has words of its own, under Footer.' }),
    underlined: text('Word to underline', 30, {
      isOptional: true,
      help: 'A word of the headline that gets a marker stroke. If the headline doesn’t have it, nothing is underlined.',
    }),
    lead: paragraph('Sentence below', 240),
    button: buttonText('Button'),
    link: buttonText('Link beside the button', { isOptional: true }),
    audience: texts('Who it is for', { item: 'group', min: 0, max: 6, maxLength: 40 }),
  }),
  /** The headline is always first. The movable parts come from all sections (`arrangeSections`). */
  defineSection('homeLayout', layout, {
    sections: order(
      'Sections of the home page',
      {},
      'Clear a box to hide the section and the links to it. Its words are kept.',
    ),
  }),
  defineSection('services', part('Services', 'A card for each service', '#services'), {
    title: text('Headline', 120),
    lead: paragraph('Sentence below', 240, { isOptional: true }),
    list: items(
      'Services',
      { item: 'service', min: 1, max: 6, nameField: 'name' },
      {
        name: text('Name', 40),
        promise: text('Promise in one sentence', 160),
        drawing: choice('Drawing', {
          'open-door': 'An open door',
          'path-with-stops': 'A path with stops',
          'joined-tools': 'Joined tools',
        }),
        offers: texts('What it includes', { item: 'offer', min: 0, max: 8, maxLength: 100 }),
        problem: paragraph('The problem', 600, { isOptional: true }),
        solution: paragraph('The solution', 600, { isOptional: true }),
        looksLike: paragraph('What it looks like', 600, { isOptional: true }),
        steps: items(
          'Steps',
          {
            item: 'step',
            min: 0,
            max: 8,
            nameField: 'name',
            help: 'Shown as stops along a path. Leave empty for none.',
          },
          { name: text('Name', 40), text: text('What happens', 160) },
        ),
        afterSteps: paragraph('Text after the steps', 600, { isOptional: true }),
        whyItMatters: paragraph('Why it matters', 600, { isOptional: true }),
        figures: figures('Figures'),
      },
    ),
    labels: group('Buttons and headings on the cards', {
      toggle: buttonText('Button that opens the details'),
      problem: buttonText('Heading: problem'),
      solution: buttonText('Heading: solution'),
      looksLike: buttonText('Heading: what it looks like'),
      whyItMatters: buttonText('Heading: why it matters'),
      bookOpen: buttonText('Booking button in the details'),
      bookClosed: buttonText('Booking button on a closed card'),
    }),
  }),
  defineSection('appDevelopment', part('App development', 'Custom apps and what they cost', '.band'), {
    title: text('Headline', 120),
    lead: paragraph('Text', 400),
    button: buttonText('Button'),
    costLabel: text('Words before the price', 80, { isOptional: true }),
    cost: text('Price', 40, {
      isOptional: true,
      help: 'Leave empty to leave out the price and the words around it.',
    }),
    costNote: text('Words after the price', 160, { isOptional: true }),
  }),
  defineSection('stats', part('Figures', 'Numbers you can stand behind', '.stats'), {
    title: text('Headline', 120),
    figures: figures('Figures'),
    button: buttonText('Button', {
      isOptional: true,
      help: 'Leads to the community link in Settings > Organization. Leave empty for no button.',
    }),
  }),
  defineSection('community', part('Community', 'Invitation to your community', '.people'), {
    title: text('Headline', 120),
    lead: paragraph('Text', 400),
    button: buttonText('Button'),
  }),
  defineSection(
    'apps',
    {
      ...part('Apps', 'On the home page and the apps page', '[aria-labelledby="apps-title"], .app-grid'),
      otherPages: ['apps'],
    },
    {
      title: text('Headline', 120),
      lead: paragraph('Sentence below', 240, { isOptional: true }),
      badge: text('Badge', 20, { isOptional: true }),
      all: buttonText('Link to all apps'),
      list: items(
        'Apps',
        { item: 'app', min: 1, max: 24, nameField: 'name' },
        {
          name: text('Name', 60),
          tagline: text('Tagline', 100),
          summary: paragraph('Short description on the home page', 240),
          text: paragraph('Description on the apps page', 600),
          tags: texts('Tags', { item: 'tag', min: 0, max: 6, maxLength: 40 }),
          button: buttonText('Button'),
          url: link('Address', {
            isOptional: true,
            none: 'As in Settings > Organization, or nowhere',
          }),
          mark: choice('Logo', {
            letter: 'First letter of the name',
            beezy: 'Calendar',
            pricevue: 'Price tag',
            'ninety-day-plan': 'Plan',
            calmpath: 'Path',
            'adhd-assessment': 'Report',
          }),
          onHome: onOff('Show on the home page'),
        },
      ),
    },
  ),
  defineSection('insights', part('Carousel', 'Short thoughts and quotes', '.carousel'), {
    title: text('Headline', 120),
    kinds: group('Names of the kinds', {
      insight: text('Insight', 40),
      trend: text('Trend', 40),
      quote: text('Quote', 40),
    }),
    list: items(
      'Items of the carousel',
      { item: 'item', min: 1, max: 12, nameField: 'text' },
      {
        kind: choice('Kind', { insight: 'Insight', trend: 'Trend', quote: 'Quote' }),
        title: text('Title', 120, { isOptional: true, help: 'A quote has no title.' }),
        text: paragraph('Text', 400),
        author: text('Author of a quote', 80, { isOptional: true }),
        source: text('Source of a quote', 160, {
          isOptional: true,
          help: 'Where readers can check it, such as a book and its year.',
        }),
      },
    ),
  }),
  defineSection(
    'onSiteTraining',
    part('On-site training', 'Training at the customer’s place', '#on-site-training'),
    {
      title: text('Headline', 120),
      lead: paragraph('Text', 400),
      topics: texts('Topics', { item: 'topic', min: 0, max: 8, maxLength: 60 }),
      figure: group(
        'Figure',
        {
          value: text('Figure', 16, { isOptional: true }),
          label: text('What it counts', 80, { isOptional: true }),
        },
        'Leave empty to leave it out.',
      ),
      book: buttonText('Booking button'),
      waitlist: buttonText('Waitlist button'),
    },
  ),
  defineSection(
    'latestPosts',
    { ...part('Latest posts', 'Headline above the newest posts', '.latest'), position: 1 },
    {
      title: text('Headline', 120),
      all: buttonText('Link to the blog'),
    },
  ),
  defineSection('footer', footer, {
    tagline: text('Tagline', 160, { isOptional: true }),
    columns: items(
      'Columns of links',
      { item: 'column', min: 0, max: 3, nameField: 'title' },
      { title: text('Heading', 40), links: menuLinks('Links', 10) },
    ),
    signIn: buttonText('Sign-in link'),
    year: text('Year of the copyright', 20, {
      isOptional: true,
      help: 'Leave empty for the current year.',
    }),
    rights: text('Copyright', 120, { isOptional: true }),
  }),
]
