/** Who may use the routes of the feature, as in tests/server/access-table.ts */
export const table = `
owner     GET    /api/exports                                 export-site
owner     POST   /api/exports                                 export-site
owner     DELETE /api/exports/:id                             export-site
owner     GET    /api/exports/:id                             export-site
owner     GET    /api/exports/:id/site.zip                    export-site
owner     GET    /api/imports                                import-site
owner     POST   /api/imports                                import-site
owner     GET    /api/imports/:id                            import-site
owner     POST   /api/imports/:id/cancel                     import-site
owner     POST   /api/imports/:id/check                      import-site
owner     PUT    /api/imports/:id/files/:file/parts/:number  import-site
owner     GET    /api/imports/:id/notes                      import-site
owner     GET    /api/imports/:id/notes.csv                  import-site
owner     POST   /api/imports/:id/start                      import-site
owner     POST   /api/imports/:id/undo                       import-site
owner     POST   /api/imports/:id/uploaded                   import-site
owner     POST   /api/imports/file                           import-site
`
