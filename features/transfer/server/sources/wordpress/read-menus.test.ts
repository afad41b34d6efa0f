import { expect, test } from 'vitest'
import { readWordpress } from '../../../testing/make-wordpress-export.ts'
import { customLink, menuItem } from '../../../testing/wordpress-export.ts'

test('menus are read in their order, with the targets that WordPress names by number', async () => {
  const item = (id: number, order: number, title: string, meta: Record<string, string>) => ({
    ...{ ...menuItem('main', id, title, meta), order },
    terms: [{ domain: 'nav_menu', slug: 'main', name: 'Main menu' }],
  })
  const page = (id: string) => ({ _menu_item_type: 'post_type', _menu_item_object_id: id })
  const { menus } = await readWordpress(
    [
      { id: 5, type: 'page', title: 'About us', slug: 'about', link: 'https://old.example/about/' },
      item(31, 3, 'Shop', customLink('https://shop.example/')),
      item(30, 1, '', { ...page('5'), _menu_item_object: 'page' }),
      item(32, 2, 'Team', { ...customLink('/team/'), _menu_item_menu_item_parent: '30' }),
      item(33, 4, 'Gone', page('999')),
      {
        id: 40,
        type: 'wp_navigation',
        title: 'Navigation',
        content:
          '<!-- wp:navigation-link {"label":"About","type":"page","id":5,"url":"https://old.example/?page_id=5","kind":"post-type"} /-->\n<!-- wp:navigation-link {"label":"News","url":"/news/"} /-->',
      },
    ],
    { menus: [{ slug: 'main', name: 'Main menu' }] },
  )
  expect(menus).toEqual([
    {
      type: 'menu',
      key: 'wordpress:https://old.example:menu:main',
      name: 'Main menu',
      links: [
        { label: 'About us', address: 'https://old.example/about/' },
        { label: 'Team', address: '/team/', isBelow: true },
        { label: 'Shop', address: 'https://shop.example/' },
      ],
    },
    {
      type: 'menu',
      key: 'wordpress:https://old.example:menu:navigation:40',
      name: 'Navigation',
      links: [
        { label: 'About', address: 'https://old.example/about/' },
        { label: 'News', address: '/news/' },
      ],
    },
  ])
})

test('the main menu comes before that of the footer', async () => {
  const { menus } = await readWordpress([
    menuItem('footer', 1, 'Imprint', customLink('/imprint/')),
    menuItem('other', 2, 'Other', customLink('/other/')),
    menuItem('header-menu', 3, 'Start', customLink('/start/')),
  ])
  expect(menus.map(({ name }) => name)).toEqual(['header-menu', 'other', 'footer'])
})

test('links to categories and tags lead to their lists, and links without a target are named', async () => {
  const term = (object: string, id: string) => ({
    _menu_item_type: 'taxonomy',
    _menu_item_object: object,
    _menu_item_object_id: id,
  })
  const { menus, problems } = await readWordpress(
    [
      menuItem('main', 1, '', term('category', '2')),
      menuItem('main', 2, 'New things', term('post_tag', '3')),
      menuItem('main', 3, 'Genres', term('genre', '9')),
      menuItem('main', 4, 'More', customLink('#')),
      menuItem('main', 5, 'Gone', { _menu_item_type: 'post_type', _menu_item_object_id: '999' }),
    ],
    {
      siteUrl: 'https://old.example/blog',
      categories: [{ slug: 'food', name: 'Food' }],
      tags: [{ slug: 'new', name: 'New' }],
    },
  )
  expect(menus[0]?.links).toEqual([
    { label: 'Food', address: '/blog/category/food/' },
    { label: 'New things', address: '/blog/tag/new/' },
  ])
  expect(problems).toEqual([
    {
      about: 'main',
      detail: 'Links of this menu whose pages are not in the file were left out: Genres, Gone.',
    },
  ])
})

test('a menu of a block theme has its home page, its submenus, and a note for a list of all pages', async () => {
  const { menus, problems } = await readWordpress([
    {
      id: 40,
      type: 'wp_navigation',
      title: 'Navigation',
      content: `<!-- wp:home-link {"label":"Start"} /-->
<!-- wp:navigation-submenu {"label":"About","url":"/about/","kind":"custom"} -->
<!-- wp:navigation-link {"label":"Team","url":"/team/"} /-->
<!-- /wp:navigation-submenu -->
<!-- wp:navigation-link {"label":"News","url":"/news/"} /-->
<!-- wp:page-list /-->`,
    },
  ])
  expect(menus[0]?.links).toEqual([
    { label: 'Start', address: 'https://old.example' },
    { label: 'About', address: '/about/' },
    { label: 'Team', address: '/team/', isBelow: true },
    { label: 'News', address: '/news/' },
  ])
  expect(problems.map(({ detail }) => detail)).toEqual([
    'Links of this menu whose pages are not in the file were left out: a list of all pages.',
  ])
})
