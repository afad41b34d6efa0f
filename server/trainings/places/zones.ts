// Time zones by place in the United States. Source: the limits of the zones by county in 49 CFR part 71. Zones with the
// same clocks since 2010 are one (America/Detroit is America/New_York).

const eastern = 'America/New_York'
const central = 'America/Chicago'
const mountain = 'America/Denver'
const arizona = 'America/Phoenix'
const pacific = 'America/Los_Angeles'
const atlantic = 'America/Puerto_Rico'
const chamorro = 'Pacific/Guam'
const aleutian = 'America/Adak'

/** The zones of each state, that of most people first */
export const stateZones: Record<string, readonly string[]> = {
  ...sameZone(eastern, 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV'),
  ...sameZone(central, 'AL AR IA IL LA MN MO MS OK WI'),
  ...sameZone(mountain, 'CO MT NM UT WY'),
  ...sameZone(pacific, 'CA WA'),
  ...sameZone(atlantic, 'PR VI'),
  ...sameZone(chamorro, 'GU MP'),
  AK: ['America/Anchorage', aleutian],
  AS: ['Pacific/Pago_Pago'],
  // The Navajo Nation changes its clocks; the rest of Arizona does not.
  AZ: [arizona, mountain],
  FL: [eastern, central],
  HI: ['Pacific/Honolulu'],
  ID: [mountain, pacific],
  IN: [eastern, central],
  KS: [central, mountain],
  KY: [eastern, central],
  MI: [eastern, central],
  ND: [central, mountain],
  NE: [central, mountain],
  NV: [pacific, mountain],
  OR: [pacific, mountain],
  SD: [central, mountain],
  TN: [central, eastern],
  TX: [central, mountain],
}

/** Three-digit ZIP areas that do not have the first zone of their state, or that have two */
export const areaZones: Record<string, readonly string[]> = {
  ...sameZone(
    central,
    // Florida, Indiana, Kentucky
    '324 325 463 464 476 477 420 421 422 423 424',
  ),
  // Tennessee
  ...sameZone(eastern, '374 376 377 378 379'),
  // Nebraska, North Dakota, South Dakota, Texas
  ...sameZone(mountain, '693 586 577 799 885'),
  // Idaho
  ...sameZone(pacific, '835 838'),
  // By law, all of Alabama has Central Time, but Phenix City and its neighbors live by the clocks of Columbus, Georgia.
  368: [central, eastern],
  373: [eastern, central],
  401: [eastern, central],
  426: [eastern, central],
  427: [eastern, central],
  475: [eastern, central],
  498: [eastern, central],
  499: [eastern, central],
  575: [central, mountain],
  576: [mountain, central],
  585: [central, mountain],
  690: [central, mountain],
  691: [central, mountain],
  692: [central, mountain],
  798: [central, mountain],
  860: [arizona, mountain],
  865: [mountain, arizona],
  898: [pacific, mountain],
  979: [mountain, pacific],
}

/** The few ZIP codes of an area whose clocks differ from all others there */
export const zipZones: Record<string, readonly string[]> = {
  // Florida, Indiana, Tennessee
  ...sameZone(eastern, '32456 32457'),
  ...sameZone(central, '46531 46532 46534 46968 47922 47943 47948 47951 47963 47964 47977 47978 37723'),
  // Idaho, Kansas
  ...sameZone(mountain, '83549 67733 67735 67741 67758 67761 67762 67836 67857 67878 67879'),
  // Alaska, American Samoa
  ...sameZone(aleutian, '99546 99547'),
  96799: ['Pacific/Pago_Pago'],
}

/** Cities by state in areas that have two zones */
export const cityZones: Record<string, Record<string, string>> = {
  AL: sameCityZone(central, 'Auburn, Opelika'),
  AZ: {
    ...sameCityZone(arizona, 'Flagstaff, Holbrook, Page, Winslow'),
    ...sameCityZone(mountain, 'Chinle, Ganado, Kayenta, Tuba City, Window Rock'),
  },
  IN: {
    ...sameCityZone(eastern, 'Huntingburg, Jasper, Vincennes, Washington'),
    ...sameCityZone(central, 'Santa Claus, Tell City'),
  },
  KY: {
    ...sameCityZone(eastern, 'Campbellsville, Elizabethtown, Fort Knox, Hodgenville, Monticello, Radcliff'),
    ...sameCityZone(
      central,
      'Albany, Columbia, Greensburg, Hardinsburg, Jamestown, Leitchfield, Munfordville',
    ),
  },
  MI: {
    ...sameCityZone(
      eastern,
      'Calumet, Escanaba, Gladstone, Hancock, Houghton, Ishpeming, Marquette, Negaunee',
    ),
    ...sameCityZone(
      central,
      'Bessemer, Crystal Falls, Iron Mountain, Iron River, Ironwood, Kingsford, Menominee',
    ),
  },
  ND: sameCityZone(central, 'Beulah, Bismarck, Hazen, Mandan'),
  NE: {
    ...sameCityZone(central, 'McCook, North Platte, Valentine'),
    ...sameCityZone(mountain, 'Imperial, Ogallala, Sidney'),
  },
  NV: { ...sameCityZone(pacific, 'Elko'), ...sameCityZone(mountain, 'West Wendover') },
  OR: sameCityZone(mountain, 'Nyssa, Ontario, Vale'),
  SD: {
    ...sameCityZone(central, 'Mission, Mobridge, Pierre, Winner'),
    ...sameCityZone(mountain, 'Fort Pierre, Kadoka, Lemmon, Martin, Philip'),
  },
  TN: {
    ...sameCityZone(eastern, 'Athens, Cleveland, Dayton, Signal Mountain, Soddy Daisy'),
    ...sameCityZone(central, 'Dunlap, Fayetteville, Manchester, Monteagle, Sewanee, Tullahoma, Winchester'),
  },
  TX: {
    ...sameCityZone(central, 'Alpine, Fort Davis, Marfa, Presidio, Van Horn'),
    ...sameCityZone(mountain, 'Anthony, Canutillo, Clint, Dell City, Fabens, Fort Hancock, San Elizario'),
  },
}

function sameZone(zone: string, keys: string): Record<string, readonly string[]> {
  return Object.fromEntries(keys.split(' ').map((key) => [key, [zone]]))
}

function sameCityZone(zone: string, cities: string): Record<string, string> {
  return Object.fromEntries(cities.split(', ').map((city) => [city.toLowerCase(), zone]))
}
