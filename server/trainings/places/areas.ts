// Written by tools/places/write-areas.js, not by hand.

/**
 * One line for each three-digit ZIP area: its digits, its state, latitude and longitude of its center, and its cities
 * with several ZIP codes.
 */
export const areaLines = `
005NY40.8,-73.0 Holtsville
006PR18.3,-66.9 Aguadilla,Arecibo,Mayaguez,Vega Baja
007PR18.2,-66.1 Caguas,Cayey,Guayama,Humacao,Ponce
008VI17.8,-64.8 Christiansted,Frederiksted,Kingshill,St John,St Thomas
009PR18.4,-66.1 Bayamon,Carolina,Catano,Guaynabo,San Juan,Toa Alta,Toa Baja,Trujillo Alto
010MA42.3,-72.6 Amherst,Chicopee,Holyoke,Northampton,West Springfield,Westfield
011MA42.1,-72.6 Longmeadow,Springfield
012MA42.4,-73.2 Dalton,Pittsfield,Stockbridge
013MA42.6,-72.6 Greenfield
014MA42.6,-71.8 Groton,Westminster
015MA42.2,-71.8 Shrewsbury,Westborough
016MA42.3,-71.8 Worcester
017MA42.4,-71.5 Framingham
018MA42.6,-71.2 Andover,Billerica,Burlington,Haverhill,Lawrence,Lowell,North Reading,Woburn
019MA42.6,-70.9 Gloucester,Lynn,Peabody,Salem
020MA42.2,-71.1 Dedham,Hingham,Mansfield
021MA42.4,-71.1 Braintree,Cambridge,Dorchester,Medford,Quincy,Somerville
022MA42.4,-71.1 Boston
023MA42.0,-70.9 Bridgewater,Brockton,Duxbury,Hanover,Lakeville,Middleboro,North Easton,Plymouth
024MA42.4,-71.2 Arlington,Brookline,Lexington,Waltham,Watertown
025MA41.6,-70.6 Buzzards Bay,Falmouth,Nantucket
026MA41.7,-70.2 Centerville
027MA41.8,-71.1 Fall River,New Bedford,North Attleboro,Somerset,Taunton
028RI41.7,-71.5 Newport,Pawtucket,Wakefield,Warwick
029RI41.8,-71.4 Cranston,Providence
030NH42.9,-71.5 Nashua
031NH43.0,-71.5 Manchester
032NH43.5,-71.7 Laconia,Tilton
033NH43.3,-71.5 Concord
034NH42.9,-72.2 Keene
035NH44.4,-71.5
036NH43.2,-72.3
037NH43.6,-72.1 Lebanon
038NH43.3,-71.0 Dover,Hampton,Portsmouth,Rochester
039ME43.2,-70.7
040ME43.7,-70.5 Biddeford,Freeport,Scarborough,Westbrook
041ME43.7,-70.3 Portland,South Portland
042ME44.3,-70.3 Auburn,Lewiston
043ME44.3,-69.8 Augusta
044ME45.1,-68.7 Bangor,Castine,Orono
045ME43.9,-69.6
046ME44.5,-68.1
047ME46.8,-68.2 Limestone
048ME44.1,-69.1
049ME44.7,-69.6 New Portland,Waterville
050VT43.8,-72.4 White River Junction
051VT43.3,-72.6
052VT43.1,-73.2
053VT42.9,-72.7 Brattleboro
054VT44.5,-73.1 Burlington,Colchester,Essex Junction,Saint Albans,South Burlington
055MA42.6,-71.2
056VT44.3,-72.6 Montpelier,Waterbury
057VT43.6,-73.1 Rutland
058VT44.7,-72.1
059VT45.0,-71.7
060CT41.9,-72.8 Bristol,Enfield,Farmington,Manchester,New Britain,Suffield,Unionville,Windsor
061CT41.8,-72.7 East Hartford,Hartford,Newington,West Hartford,Wethersfield
062CT41.8,-72.1 Storrs Mansfield
063CT41.5,-72.1 Groton
064CT41.4,-72.8 Cheshire,Meriden,Middletown,Milford,Wallingford
065CT41.3,-72.9 Hamden,New Haven
066CT41.2,-73.2 Bridgeport,Stratford
067CT41.6,-73.1 Torrington,Waterbury
068CT41.2,-73.4 Danbury,Fairfield,Greenwich,New Canaan,Norwalk,Ridgefield,Westport
069CT41.1,-73.5 Stamford
070NJ40.8,-74.2 Caldwell,Clifton,East Orange,Kearny,Montclair,Orange,Plainfield,Secaucus,Westfield
071NJ40.7,-74.2 Newark
072NJ40.7,-74.2 Elizabeth
073NJ40.7,-74.1 Jersey City
074NJ41.0,-74.3 Mahwah,Ridgewood,Wayne
075NJ40.9,-74.2 Haledon,Hawthorne,Paterson,Totowa
076NJ40.9,-74.0 Hackensack,Paramus,Teterboro
077NJ40.3,-74.1 Belmar,Eatontown,Neptune,Red Bank
078NJ40.9,-74.8 Branchville,Dover
079NJ40.7,-74.5 Morristown,Summit,Whippany
080NJ39.8,-75.0 Bellmawr,Cherry Hill,Riverton
081NJ39.9,-75.1 Camden
082NJ39.3,-74.7 Absecon
083NJ39.5,-75.0 Vineland
084NJ39.4,-74.4 Atlantic City
085NJ40.3,-74.7 Millstone Township,Princeton
086NJ40.3,-74.7 Trenton
087NJ40.0,-74.1 Brick,Toms River
088NJ40.5,-74.6 Edison,Perth Amboy,Piscataway,Sayreville,Somerset
089NJ40.5,-74.4 New Brunswick
100NY40.8,-74.0
101NY40.8,-74.0 New York
102NY40.7,-74.0
103NY40.6,-74.1 Staten Island
104NY40.8,-73.9 Bronx
105NY41.2,-73.8 Croton On Hudson,Mount Vernon,Pleasantville
106NY41.0,-73.8 White Plains
107NY41.0,-73.9 Yonkers
108NY40.9,-73.8 New Rochelle
109NY41.3,-74.1 Middletown,Monroe,West Point
110NY40.8,-73.7 Eastern States Bkcard Assoc,Floral Park,Great Neck,New Hyde Park,Port Washington
111NY40.8,-73.9 Astoria,Long Island City
112NY40.6,-73.9 Brooklyn
113NY40.8,-73.8 Bayside,East Elmhurst,Elmhurst,Flushing,Fresh Meadows,Little Neck,Ridgewood
114NY40.7,-73.8 Jamaica,Ozone Park,Queens Village
115NY40.7,-73.6 Garden City,Hempstead,Rockville Centre,Uniondale,Valley Stream
116NY40.6,-73.8 Far Rockaway
117NY40.8,-73.3 Amityville,Farmingdale,Islandia,Jericho,Melville,Stony Brook,Syosset,West Babylon
118NY40.8,-73.5 Hicksville
119NY40.9,-72.6 Southampton
120NY42.7,-73.9
121NY42.6,-73.8 Stephentown,Troy
122NY42.7,-73.8 Albany
123NY42.8,-73.9 Schenectady
124NY42.1,-74.2 Kingston
125NY41.7,-73.9 Copake,Newburgh
126NY41.8,-73.7 Poughkeepsie
127NY41.7,-74.7
128NY43.5,-73.7 Newcomb
129NY44.6,-73.8 Keeseville,Lyon Mountain,Plattsburgh
130NY43.0,-76.2 Auburn,Liverpool
131NY43.1,-76.3
132NY43.0,-76.1 Syracuse
133NY43.0,-75.3
134NY43.1,-75.3 Rome
135NY43.1,-75.2 Utica
136NY44.3,-75.6 Potsdam,Watertown
137NY42.3,-75.7 Endicott
138NY42.4,-75.5 Vestal
139NY42.1,-75.9 Binghamton
140NY42.8,-78.6 Batavia,Lockport
141NY42.7,-78.7 Tonawanda
142NY42.9,-78.9 Buffalo
143NY43.1,-79.0 Niagara Falls
144NY43.0,-77.7
145NY43.0,-77.5
146NY43.2,-77.6 Rochester
147NY42.2,-78.9 Jamestown
148NY42.3,-77.0 Corning,Ithaca
149NY42.1,-76.8 Elmira
150PA40.6,-80.0 New Kensington,Warrendale
151PA40.4,-79.9 Carnegie,Mckeesport,West Mifflin
152PA40.4,-80.0 Pittsburgh
153PA40.0,-80.2
154PA40.0,-79.8
155PA40.0,-79.0 Somerset
156PA40.3,-79.6 Greensburg
157PA40.7,-79.0 Indiana
158PA41.3,-78.7
159PA40.4,-78.9 Johnstown
160PA40.9,-79.9 Boyers,Butler
161PA41.1,-80.4 New Castle,New Wilmington
162PA41.0,-79.4
163PA41.6,-79.5 Meadville,Warren
164PA41.9,-80.1 Albion,Edinboro
165PA42.1,-80.1 Erie
166PA40.5,-78.4 Altoona,Cresson,Houtzdale,Huntingdon
167PA41.8,-78.5
168PA40.9,-78.0 State College
169PA41.8,-77.2 Genesee
170PA40.4,-77.0 Camp Hill,Carlisle,Lebanon,Mechanicsburg
171PA40.3,-76.9 Harrisburg
172PA40.0,-77.7 Chambersburg
173PA39.9,-76.9 Hanover
174PA40.0,-76.7 York
175PA40.1,-76.2
176PA40.0,-76.3 Lancaster
177PA41.2,-77.1 Williamsport
178PA40.9,-76.8 Beaver Springs,Danville
179PA40.7,-76.2 Frackville
180PA40.7,-75.5 Bethlehem,Easton,Emmaus,Lehigh Valley
181PA40.6,-75.5 Allentown
182PA40.9,-76.0 Hazleton
183PA41.1,-75.3 East Stroudsburg
184PA41.6,-75.4 Olyphant
185PA41.4,-75.7 Scranton
186PA41.3,-76.0 Dallas,Pittston
187PA41.3,-75.9 Wilkes Barre
188PA41.8,-76.1
189PA40.3,-75.1 Doylestown,Warminster
190PA40.0,-75.3 Chester,Fort Washington,Holmes,Levittown,Media,Wayne
191PA40.0,-75.2 Philadelphia
192PA40.0,-75.1
193PA39.9,-75.7 Concordville,Southeastern,West Chester
194PA40.2,-75.4 Academy Life,Blue Bell,Conshohocken,Eagleville,Harleysville,Norristown,North Wales,Pottstown,Valley Forge
195PA40.4,-75.9
196PA40.3,-75.9 Reading
197DE39.6,-75.7 New Castle,Newark
198DE39.7,-75.5 Wilmington
199DE38.9,-75.5 Dover
200DC38.9,-77.0 Washington
201VA39.0,-77.6 Ashburn,Centreville,Chantilly,Dulles,Gainesville,Hamilton,Haymarket,Herndon,Leesburg,Manassas,Marshall,Middleburg,Nokesville,Purcellville,Reston,Round Hill,Sterling,Upperville,Warrenton
202DC38.9,-77.0
203DC38.9,-77.0 Washington Navy Yard
204DC38.9,-77.0
205DC38.9,-77.0
206MD38.4,-76.7 Southern Md Facility,Waldorf
207MD38.9,-76.9 Beltsville,Bowie,Capitol Heights,College Park,District Heights,Fort Washington,Greenbelt,Hyattsville,Lanham,Laurel,Oxon Hill,Riverdale,Suitland,Temple Hills,Upper Marlboro
208MD39.1,-77.2 Bethesda,Chevy Chase,Gaithersburg,Germantown,Kensington,Olney,Potomac,Rockville
209MD39.0,-77.0 Silver Spring,Takoma Park
210MD39.4,-76.6 Bel Air,Columbia,Ellicott City,Glen Burnie,Hanover,Hunt Valley,Lutherville Timonium
211MD39.4,-76.6 Pasadena,Westminster
212MD39.3,-76.6 Baltimore,Essex,Towson
214MD39.0,-76.5 Annapolis
215MD39.6,-78.9 Cumberland
216MD38.9,-76.0 Chestertown,Easton,Nationwide Fulfill Systems,Ridgely
217MD39.5,-77.5 Frederick,Hagerstown
218MD38.3,-75.7 Ocean City,Salisbury,Westover
219MD39.6,-75.9 Elkton
220VA38.9,-77.3 Burke,Dumfries,Fairfax,Falls Church,Lorton
221VA38.8,-77.3 Mc Lean,Merrifield,Quantico,Springfield,Vienna,Woodbridge
222VA38.9,-77.1 Arlington
223VA38.8,-77.1 Alexandria
224VA38.2,-77.1 Bowling Green,Fredericksburg
225VA38.1,-76.9 Spotsylvania,Stafford
226VA39.0,-78.2 Middletown,Strasburg,Winchester
227VA38.5,-78.1
228VA38.6,-78.8 Harrisonburg
229VA38.0,-78.6 Charlottesville
230VA37.6,-76.9 Glen Allen
231VA37.5,-76.9 Mechanicsville,Midlothian,Williamsburg
232VA37.5,-77.5 Henrico,Richmond
233VA37.5,-75.9 Chesapeake,Oak Hall
234VA37.0,-76.0 Smithfield,Suffolk,Virginia Beach
235VA36.9,-76.3 Norfolk
236VA37.1,-76.4 Hampton,Newport News,Yorktown
237VA36.8,-76.3 Portsmouth
238VA37.0,-77.4 Blackstone,Chester,Chesterfield,Jarratt,Petersburg,Waverly
239VA37.0,-78.4 Farmville
240VA37.3,-80.0 Blacksburg,Christiansburg,Roanoke
241VA37.1,-80.1 Martinsville,Radford
242VA36.8,-82.4 Abingdon,Bristol
243VA36.8,-81.1
244VA38.1,-79.3 Staunton
245VA37.3,-79.2 Danville,Lynchburg
246VA37.2,-81.9
247WV37.4,-81.2 Princeton
248WV37.4,-81.6
249WV37.8,-80.5 White Sulphur Springs
250WV38.2,-81.4
251WV38.2,-81.4
252WV38.7,-81.6
253WV38.3,-81.6 Charleston
254WV39.4,-78.0 Martinsburg
255WV38.3,-82.1
256WV37.8,-82.0
257WV38.4,-82.3 Huntington
258WV37.8,-81.2 Beckley,Mount Hope
259WV37.8,-81.1
260WV40.2,-80.6
261WV39.2,-81.3 Mineral Wells,Parkersburg
262WV38.8,-80.0
263WV39.3,-80.4 Clarksburg
264WV39.3,-80.4
265WV39.6,-80.1 Fairmont,Morgantown
266WV38.4,-80.8
267WV39.3,-78.9
268WV39.0,-79.0
270NC36.3,-80.4 Rural Hall
271NC36.1,-80.2 Winston Salem
272NC36.0,-79.7 Asheboro,Burlington,Eden,High Point,Kernersville,Lexington
273NC36.0,-79.7 Reidsville,Sanford,Thomasville
274NC36.1,-79.8 Greensboro
275NC35.8,-78.6 Apex,Cary,Chapel Hill,Clayton,Creedmoor,Goldsboro,Henderson,Roxboro,Wake Forest
276NC35.8,-78.6 Raleigh
277NC36.0,-78.9 Durham
278NC35.8,-77.4 Greenville,Rocky Mount,Wilson
279NC36.2,-76.1 Elizabeth City
280NC35.4,-81.1 Albemarle,Concord,Davidson,Gastonia,Huntersville,Kannapolis,Lincolnton
281NC35.3,-80.7 Matthews,Monroe,Mooresville,Salisbury,Shelby
282NC35.2,-80.8 Charlotte
283NC35.0,-79.0 Clinton,Dunn,Fayetteville,Fort Bragg,Laurinburg,Lumberton,Pinehurst,Rockingham,Southern Pines
284NC34.3,-78.1 Shallotte,Wilmington
285NC35.0,-77.1 Camp Lejeune,Jacksonville,Kinston,New Bern
286NC36.1,-81.4 Boone,Hickory,Lenoir,Morganton,North Wilkesboro,Statesville
287NC35.4,-82.6 Franklin,Hendersonville,Waynesville
288NC35.6,-82.5 Asheville
289NC35.0,-83.9
290SC34.0,-80.8 Camden,Lexington
291SC33.9,-80.9 Orangeburg,Sumter,West Columbia
292SC34.0,-81.0 Columbia
293SC34.9,-81.9 Boiling Springs,Duncan,Gaffney,Jonesville,Spartanburg
294SC32.9,-80.0 Charleston,Georgetown,Johns Island,Mount Pleasant,North Charleston,Summerville
295SC34.1,-79.4 Conway,Darlington,Florence,Hartsville,Myrtle Beach,North Myrtle Beach
296SC34.8,-82.5 Anderson,Clemson,Easley,Greenville,Greenwood,Greer,Hodges,Seneca,Simpsonville
297SC34.9,-81.0 Fort Mill,Lancaster,Rock Hill
298SC33.5,-81.8 Aiken,Mc Cormick,North Augusta
299SC32.5,-80.9 Beaufort,Hilton Head Island
300GA33.9,-84.2 Alpharetta,Conyers,Covington,Cumming,Decatur,Duluth,Lawrenceville,Lilburn,Lithonia,Marietta,Norcross,North Metro,Roswell,Smyrna,Snellville,Stone Mountain,Tucker
301GA34.1,-84.8 Acworth,Austell,Canton,Carrollton,Cartersville,Dallas,Douglasville,Kennesaw,Rome,Woodstock
302GA33.3,-84.4 Fayetteville,Forest Park,Griffin,Jonesboro,Lagrange,Mcdonough,Morrow,Newnan,Peachtree City,Riverdale
303GA33.8,-84.4 Atl,Atlanta
304GA32.4,-82.1 Reidsville,Statesboro,Vidalia
305GA34.5,-83.7 Alto,Blairsville,Buford,Commerce,Dahlonega,Ellijay,Gainesville
306GA33.9,-83.3 Athens,Monroe
307GA34.8,-85.0 Calhoun,Dalton
308GA33.4,-82.4
309GA33.5,-82.1 Augusta
310GA32.6,-83.5 Cordele,Dublin,Eatonton,Milledgeville,Warner Robins
311GA33.8,-84.5
312GA32.8,-83.7 Macon
313GA31.9,-81.4 Fort Stewart,Hinesville
314GA32.0,-81.1 Savannah
315GA31.3,-82.1 Baxley,Brunswick,Douglas,Jesup,Waycross
316GA31.0,-83.2 Valdosta
317GA31.5,-83.9 Albany,Americus,Moultrie,Thomasville,Tifton
318GA32.6,-84.7
319GA32.5,-84.9 Columbus,Fort Benning
320FL30.1,-82.0 Fernandina Beach,Fleming Island,Lake City,Live Oak,Middleburg,Orange Park,Ponte Vedra Beach,Raiford,Saint Augustine,Yulee
321FL29.2,-81.4 Daytona Beach,Edgewater,Lady Lake,New Smyrna Beach,Ocklawaha,Ormond Beach,Palatka,Palm Coast,Port Orange,The Villages
322FL30.3,-81.7 Jacksonville,Jacksonville Beach
323FL30.4,-84.3 Apalachicola,Crawfordville,Madison,Monticello,Perry,Quincy,Tallahassee
324FL30.5,-85.6 Defuniak Springs,Marianna,Panama City,Panama City Beach,Port Saint Joe,Wewahitchka
325FL30.4,-87.2 Crestview,Destin,Fort Walton Beach,Gulf Breeze,Milton,Niceville,Pensacola
326FL29.6,-82.4 Alachua,Chiefland,Gainesville,High Springs
327FL28.7,-81.3 Altamonte Springs,Apopka,Casselberry,Debary,Deland,Deltona,Eustis,Lake Mary,Longwood,Maitland,Mid Florida,Mount Dora,Orange City,Oviedo,Sanford,Titusville,Winter Park,Winter Springs
328FL28.5,-81.3 Orlando
329FL28.1,-80.6 Cocoa,Cocoa Beach,Melbourne,Merritt Island,Palm Bay,Rockledge,Sebastian,Vero Beach
330FL26.0,-80.3 Hallandale,Hialeah,Hollywood,Homestead,Key West,Opa Locka,Pembroke Pines,Pompano Beach
331FL25.8,-80.2 Miami,Miami Beach
332FL25.8,-80.2
333FL26.1,-80.2 Fort Lauderdale
334FL26.6,-80.1 Boca Raton,Boynton Beach,Deerfield Beach,Delray Beach,Hobe Sound,Jupiter,Lake Worth,Palm Beach Gardens,West Palm Beach
335FL28.0,-82.3 Brandon,Dade City,Lutz,Plant City,Riverview,Ruskin,Seffner,Sun City Center,Valrico,Wesley Chapel,Zephyrhills
336FL27.9,-82.4 Tampa
337FL27.9,-82.7 Clearwater,Largo,Pinellas Park,Saint Petersburg,Seminole
338FL28.0,-81.7 Avon Park,Bartow,Davenport,Haines City,Lake Placid,Lake Wales,Lakeland,Sebring,Winter Haven
339FL26.6,-81.9 Cape Coral,Estero,Fort Myers,Fort Myers Beach,Labelle,Lehigh Acres,North Fort Myers,Port Charlotte,Punta Gorda
341FL26.2,-81.7 Bonita Springs,Immokalee,Marco Island,Naples
342FL27.3,-82.5 Arcadia,Bradenton,Englewood,Nokomis,North Port,Palmetto,Sarasota,Venice
344FL29.0,-82.3 Belleview,Beverly Hills,Crystal River,Dunnellon,Hernando,Homosassa,Inverness,Lecanto,Ocala,Silver Springs,Summerfield
346FL28.3,-82.7 Brooksville,Dunedin,Holiday,Hudson,Land O Lakes,New Port Richey,Palm Harbor,Port Richey,Spring Hill,Tarpon Springs
347FL28.5,-81.6 Clermont,Kissimmee,Leesburg,Saint Cloud,Winter Garden
349FL27.3,-80.4 Fort Pierce,Jensen Beach,Okeechobee,Palm City,Port Saint Lucie,Stuart
350AL33.6,-86.8 Alexander City,Bessemer,Clanton,Cullman
351AL33.5,-86.6 Pell City,Sylacauga,Talladega
352AL33.5,-86.8 Bham,Birmingham
354AL33.2,-87.6 Northport,Tuscaloosa
355AL33.9,-87.6 Jasper
356AL34.7,-87.2 Athens,Decatur,Florence,Muscle Shoals,Russellville
357AL34.8,-86.4 Madison,Scottsboro
358AL34.7,-86.6 Huntsville
359AL34.3,-86.0 Albertville,Boaz,Fort Payne,Gadsden
360AL32.1,-86.2 Eufaula,Prattville,Troy,Tuskegee Institute,Wetumpka
361AL32.3,-86.2 Montgomery
362AL33.7,-85.8 Anniston
363AL31.3,-85.5 Dothan,Enterprise,Ozark
364AL31.4,-87.2 Andalusia,Brewton,Monroeville
365AL30.9,-87.9 Atmore,Fairhope,Foley,Gulf Shores,Spanish Fort,Theodore
366AL30.7,-88.1 Mobile
367AL32.3,-87.4 Selma
368AL32.6,-85.3 Auburn,Opelika,Phenix City,Valley
369AL32.2,-88.3
370TN36.1,-86.8 Antioch,Brentwood,Clarksville,Dickson,Franklin,Goodlettsville,Hendersonville,La Vergne,Lebanon
371TN36.1,-86.5 Madison,Mcminnville,Mount Juliet,Murfreesboro,Shelbyville
372TN36.2,-86.8 Nashville,Nashvl
373TN35.2,-85.3 Athens,Cleveland,Manchester,Sewanee,Soddy Daisy
374TN35.0,-85.3 Chattanooga
375TN35.2,-90.0
376TN36.4,-82.4 Bristol,Elizabethton,Johnson City,Kingsport,Piney Flats
377TN36.2,-84.0 Clinton,Greeneville,Lenoir City
378TN36.1,-83.7 Maryville,Morristown,New Tazewell,Newport,Oak Ridge,Pigeon Forge,Sevierville
379TN36.0,-84.0 Knoxville
380TN35.3,-89.5 Collierville,Cordova,Dyersburg,Millington
381TN35.2,-90.0 Germantown,Memphis
382TN36.3,-88.7 Martin,Union City
383TN35.6,-88.5 Jackson
384TN35.2,-87.3 Columbia
385TN36.2,-85.4 Cookeville,Crossville
386MS34.6,-89.9 Holly Springs,Southaven,Walls
387MS33.6,-90.8 Cleveland,Greenville
388MS34.3,-88.6 Corinth,Tupelo
389MS33.8,-90.0 Greenwood,Grenada
390MS32.4,-90.1 Brandon,Clinton
391MS32.4,-90.1 Madison,Natchez,Ridgeland,Vicksburg
392MS32.3,-90.2 Jackson,Pearl
393MS32.4,-88.7 Meridian
394MS31.3,-89.3 Hattiesburg,Laurel
395MS30.4,-89.1 Bay Saint Louis,Biloxi,Gulfport,Moss Point,Ocean Springs,Pascagoula,Stennis Space Center
396MS31.4,-90.5 Brookhaven,Mccomb
397MS33.5,-88.8 Columbus,Starkville
398GA31.3,-84.6 Bainbridge,Cairo
399GA33.9,-84.1
400KY38.2,-85.4 La Grange,Shelbyville
401KY37.9,-86.2 Fort Knox,Radcliff,Shepherdsville
402KY38.2,-85.7 Louisville
403KY38.1,-84.1 Nicholasville,Paris,Versailles,Winchester
404KY37.5,-84.3 Berea,Danville,Lancaster,Richmond
405KY38.0,-84.5 Lexington
406KY38.2,-84.9 Frankfort
407KY37.0,-84.1 Corbin,London
408KY36.9,-83.3
409KY36.9,-83.8
410KY38.8,-84.5 Covington,Erlanger,Florence,Hebron,Newport
411KY38.4,-82.9 Ashland
412KY37.8,-82.7
413KY37.6,-83.6
414KY37.9,-83.1
415KY37.4,-82.3 Pikeville
416KY37.5,-82.7
417KY37.2,-83.2 Hazard
418KY37.2,-82.9
420KY36.9,-88.6 Paducah
421KY36.9,-86.0 Bowling Green,Franklin,Glasgow
422KY36.9,-87.0 Hopkinsville
423KY37.5,-87.0 Owensboro
424KY37.5,-87.6 Henderson
425KY37.2,-84.6 Somerset
426KY36.7,-84.5
427KY37.4,-85.7 Campbellsville,Elizabethtown,Leitchfield
430OH40.1,-82.9 Dublin,Hebron,Marysville,Newark,Reynoldsburg,Westerville
431OH39.7,-82.9 Groveport,Lockbourne
432OH40.0,-83.0 Columbus
433OH40.5,-83.3 Marion
434OH41.5,-83.3 Bowling Green
435OH41.5,-84.1 Perrysburg
436OH41.7,-83.5 Oregon,Toledo
437OH39.9,-81.6 Zanesville
438OH40.3,-81.9
439OH40.2,-80.8 Steubenville
440OH41.5,-81.3 Ashtabula,Chagrin Falls,Eastlake,Elyria,Lorain,Mentor,Novelty,Willoughby
441OH41.5,-81.7 Cleveland,Euclid,Strongsville
442OH41.1,-81.5 Cuyahoga Falls,Hudson,Kent,Medina,Wadsworth
443OH41.1,-81.5 Akron
444OH41.1,-80.8 Warren
445OH41.1,-80.7 Youngstown
446OH40.7,-81.4 Massillon
447OH40.8,-81.4 Canton
448OH41.0,-82.7 Sandusky,Willard
449OH40.8,-82.5 Mansfield
450OH39.4,-84.5 Fairfield,Hamilton,Middletown,West Chester
451OH39.2,-83.9
452OH39.2,-84.5 Cincinnati
453OH40.0,-84.3 Miamisburg,Sidney,Troy
454OH39.8,-84.2 Dayton
455OH39.9,-83.8 Springfield
456OH38.9,-82.8 Lucasville
457OH39.4,-81.8
458OH40.8,-84.2 Findlay,Lima
459OH39.2,-84.5
460IN40.1,-86.0 Anderson,Carmel,Fishers,Noblesville
461IN39.6,-86.2 Greenwood
462IN39.8,-86.1 Indianapolis
463IN41.5,-87.2 Crown Point,Hammond,La Porte,Michigan City,Valparaiso
464IN41.6,-87.3 Gary,Merrillville
465IN41.5,-86.0 Elkhart,Goshen,Mishawaka,Warsaw
466IN41.7,-86.3 South Bend
467IN41.2,-85.2
468IN41.1,-85.1 Fort Wayne
469IN40.7,-86.1 Kokomo,Marion
470IN39.2,-85.1
471IN38.3,-85.9 Jeffersonville,New Albany
472IN39.0,-85.7 Columbus
473IN40.0,-85.2 Muncie,Richmond
474IN39.1,-86.6 Bloomington
475IN38.4,-87.0 Jasper
476IN38.2,-87.4 Newburgh
477IN38.0,-87.6 Evansville
478IN39.5,-87.4 Terre Haute
479IN40.4,-87.0 Crawfordsville,Lafayette,West Lafayette
480MI42.6,-82.9 Birmingham,Clinton Township,Macomb,Mount Clemens,New Baltimore,New Haven,Port Huron,Royal Oak,Saint Clair Shores,Southfield,Troy,Warren,Washington
481MI42.3,-83.5 Ann Arbor,Belleville,Brighton,Canton,Dearborn,Dearborn Heights,Garden City,Livonia,Monroe,Northville,Westland,Ypsilanti
482MI42.3,-83.1 Detroit,Grosse Pointe,Redford
483MI42.6,-83.3 Auburn Hills,Bloomfield Hills,Clarkston,Farmington,Highland,Lake Orion,Milford,Novi,Oxford,Pontiac,Rochester,Sterling Heights,Utica,Walled Lake,Waterford,West Bloomfield,White Lake
484MI43.2,-83.3 Grand Blanc
485MI43.0,-83.7 Burton,Flint
486MI43.7,-84.2 Midland,Saginaw
487MI43.7,-83.6 Bay City,Frankenmuth,Tawas City,Vassar
488MI43.0,-84.7 Alma,East Lansing,Howell,Mount Pleasant,Okemos
489MI42.7,-84.6 Lansing
490MI42.2,-85.5 Battle Creek,Benton Harbor,Kalamazoo,Marshall,Portage
491MI41.9,-86.5 Berrien Springs,Niles
492MI42.0,-84.4 Jackson
493MI43.2,-85.5 Ada,Rockford
494MI43.2,-86.2 Fremont,Grandville,Holland,Jenison,Muskegon
495MI43.0,-85.6 Grand Rapids,Wyoming
496MI44.6,-85.6 Traverse City
497MI45.4,-84.6 Eckerman,Gaylord,Grayling,Kincheloe
498MI46.1,-87.4
499MI46.8,-88.6
500IA41.7,-93.6 Ames,Ankeny,Boone,Melcher-dallas
501IA41.7,-93.4
502IA41.6,-93.7 West Des Moines
503IA41.7,-93.6 Des Moines,Urbandale
504IA43.2,-93.4 Mason City
505IA42.7,-94.4 Clarion
506IA42.6,-92.5 Cedar Falls
507IA42.5,-92.3 Waterloo
508IA41.0,-94.5
509IA41.7,-93.6
510IA42.6,-95.9
511IA42.5,-96.4 Sioux City
512IA43.3,-96.0
513IA43.3,-95.1
514IA42.1,-95.1
515IA41.5,-95.6 Council Bluffs,Harlan,Red Oak
516IA40.7,-95.4 Shenandoah
520IA42.5,-91.0 Dubuque
521IA43.1,-91.8
522IA41.9,-91.7 Amana,Iowa City
523IA42.0,-91.8
524IA42.1,-91.6 Cedar Rapids
525IA41.0,-92.4 Bloomfield,Fairfield
526IA40.9,-91.4
527IA41.7,-90.7 Clinton
528IA41.6,-90.6 Davenport
530WI43.4,-88.2 Brookfield,Menomonee Falls,New Holstein,Sheboygan,Watertown,West Bend
531WI42.7,-88.2 Kenosha,New Berlin,Silver Lake,Waukesha
532WI43.0,-87.9 Milwaukee
534WI42.7,-87.8 Racine
535WI43.0,-89.6 Beloit,Dodgeville,Janesville,Sun Prairie
537WI43.1,-89.4 Madison
538WI42.8,-90.7
539WI43.6,-89.5 Randolph,Reedsburg
540WI45.1,-92.5
541WI44.8,-88.2
542WI44.6,-87.6 Manitowoc
543WI44.5,-88.0 Green Bay
544WI44.9,-89.8 Marshfield,Stevens Point,Wausau,Wisconsin Rapids
545WI45.9,-89.8
546WI43.9,-90.9 La Crosse
547WI44.8,-91.5 Chippewa Falls,Eau Claire
548WI45.9,-91.7
549WI44.2,-88.8 Appleton,Fond Du Lac,Iola,Neenah,Oshkosh
550MN45.0,-93.0 Elko New Market,Inver Grove Heights,Stacy,Stillwater
551MN45.0,-93.1 Saint Paul
553MN45.0,-93.8 Burnsville,Eden Prairie,Hopkins,Howard Lake,Osseo
554MN45.0,-93.3 Minneapolis
555MN45.0,-93.8 Loretto,Maple Plain,Monticello,Norwood,Rockford,Young America
556MN47.5,-91.2
557MN47.3,-92.7 Grand Rapids,Hibbing,Virginia
558MN46.8,-92.1 Duluth
559MN43.9,-92.4 Rochester
560MN44.0,-93.9 Mankato
561MN43.9,-95.8
562MN45.0,-95.7
563MN45.7,-94.5 Saint Cloud,Waite Park
564MN46.5,-94.5
565MN46.9,-96.1 Detroit Lakes,Fergus Falls,Moorhead
566MN47.7,-94.5 Bemidji
567MN48.5,-96.3
569DC38.9,-77.0 Parcel Return Service
570SD43.4,-97.0 Brandon,Brookings
571SD43.6,-96.7 Sioux Falls
572SD45.0,-97.1 Milbank
573SD43.8,-98.4 Chamberlain,Huron
574SD45.4,-98.5 Aberdeen
575SD43.6,-100.4
576SD45.6,-101.2
577SD44.1,-103.2 Rapid City,Spearfish
580ND46.7,-97.3 Wahpeton
581ND46.9,-96.8 Fargo
582ND48.2,-97.5 Grand Forks,Grand Forks Afb
583ND48.3,-99.1
584ND47.0,-98.9 Jamestown
585ND46.8,-100.8 Bismarck
586ND46.8,-102.8 Dickinson
587ND48.3,-101.3 Minot,Minot Afb
588ND48.2,-103.6 Williston
590MT45.7,-108.8 Ashland,Roundup
591MT45.8,-108.5 Billings
592MT48.4,-105.2
593MT46.4,-105.2
594MT47.6,-111.3 Great Falls
595MT48.6,-109.3
596MT46.6,-112.0 Helena
597MT45.7,-112.2 Bozeman,Butte
598MT47.0,-114.1 Missoula
599MT48.4,-114.3 Kalispell
600IL42.2,-88.0 Arlington Heights,Barrington,Crystal Lake,Des Plaines,Elk Grove Village,Glenview,Libertyville,Mchenry,North Chicago,Northbrook,Palatine,Skokie,Waukegan
601IL41.9,-88.1 Bensenville,Bloomingdale,Carol Stream,Elgin,Glen Ellyn,Hoffman Estates,Melrose Park,Saint Charles,Schaumburg,West Chicago,Wheaton,Wood Dale
602IL42.0,-87.7 Evanston
603IL41.9,-87.8 Oak Park
604IL41.6,-87.8 Bolingbrook,Chicago Heights,Joliet,Oak Lawn,Orland Park,Tinley Park
605IL41.8,-88.2 Aurora,Downers Grove,Fox Valley,Hinsdale,Naperville,Plainfield
606IL41.9,-87.7 Chicago
607IL42.0,-87.8
608IL41.7,-87.7
609IL40.8,-87.9
610IL42.3,-89.5
611IL42.3,-89.1 Loves Park,Rockford
612IL41.5,-90.4 Moline,Rock Island
613IL41.3,-89.2
614IL40.9,-90.4 Galesburg
615IL40.7,-89.7 Pekin
616IL40.7,-89.6 East Peoria,Peoria
617IL40.5,-89.0 Bloomington,Normal
618IL40.1,-88.2 Champaign,Danville,Urbana
619IL39.7,-88.2
620IL39.1,-90.0 Edwardsville
622IL38.5,-89.8 Belleville,East Saint Louis,Mascoutah
623IL40.0,-91.1 Quincy
624IL39.1,-88.1
625IL39.8,-89.2 Decatur
626IL39.9,-90.0 Jacksonville
627IL39.8,-89.6 Springfield
628IL38.3,-88.8
629IL37.6,-89.1 Carbondale
630MO38.5,-90.6 Ballwin,Chesterfield,Fenton,Florissant
631MO38.6,-90.3 Saint Louis
633MO38.9,-91.0 O Fallon,Saint Charles
634MO40.0,-91.7
635MO40.3,-92.6
636MO37.7,-90.6
637MO37.3,-89.7 Cape Girardeau
638MO36.5,-89.8
639MO36.8,-90.5 Poplar Bluff
640MO39.1,-94.3 Blue Springs,Independence,Lees Summit,Liberty
641MO39.1,-94.6 Kansas City
644MO40.2,-94.7
645MO39.8,-94.8 Saint Joseph
646MO39.8,-93.6
647MO38.1,-94.2 Osceola
648MO37.0,-94.4 Joplin
649MO39.1,-94.6
650MO38.5,-92.4
651MO38.6,-92.2 Jefferson City
652MO39.2,-92.3 Columbia
653MO38.7,-93.2 Sedalia
654MO37.8,-91.9 Rolla
655MO37.7,-91.9
656MO36.9,-93.2 Branson,Hollister
657MO37.0,-93.1
658MO37.2,-93.3 Springfield
660KS38.9,-95.1 Lawrence,Olathe
661KS39.1,-94.7 Kansas City
662KS39.0,-94.7 Leawood,Lenexa,Mission,Overland Park,Shawnee,Shawnee Mission
664KS39.4,-96.0
665KS39.3,-96.0 Manhattan
666KS39.0,-95.7 Kansas Lottery,Topeka
667KS37.6,-95.0
668KS38.4,-96.3
669KS39.8,-97.6
670KS37.6,-97.5
671KS37.5,-97.4
672KS37.7,-97.3 Wichita
673KS37.2,-95.7
674KS38.9,-97.7 Salina
675KS38.2,-98.8 Hutchinson
676KS39.3,-99.3
677KS39.4,-101.0
678KS37.8,-100.6
679KS37.1,-101.3 Liberal
680NE41.4,-96.4 Blair,Fremont,Papillion
681NE41.3,-96.0 Bellevue,Omaha
683NE40.5,-96.8
684NE40.6,-96.5
685NE40.8,-96.7 Lincoln
686NE41.5,-97.5 Columbus
687NE42.4,-97.5 Norfolk
688NE41.1,-98.9 Grand Island,Kearney
689NE40.3,-98.7 Hastings
690NE40.3,-100.6
691NE41.2,-101.5 North Platte,Oshkosh,Sidney
692NE42.8,-100.6
693NE42.0,-103.1 Scottsbluff
700LA30.0,-90.2 Belle Chasse,Chalmette,Gretna,Harvey,Kenner,La Place,Marrero,Metairie,Westwego
701LA30.0,-90.1 New Orleans
703LA29.7,-90.8 Houma,Morgan City,Thibodaux
704LA30.5,-90.2 Bogalusa,Covington,Hammond,Mandeville,Slidell
705LA30.2,-92.1 Abbeville,Crowley,Lafayette,New Iberia,Opelousas
706LA30.3,-93.2 Lake Charles,Sulphur
707LA30.5,-91.1 Baker,Denham Springs,Gonzales,Plaquemine
708LA30.5,-91.1 Baton Rouge
710LA32.5,-93.4 Minden
711LA32.6,-93.8 Bossier City,Shreveport
712LA32.5,-92.1 Bastrop,Monroe,Ruston,Tallulah,West Monroe
713LA31.3,-92.1 Alexandria,Pineville
714LA31.6,-92.8 Leesville,Natchitoches
716AR33.7,-91.8 Monticello,Pine Bluff,White Hall
717AR33.5,-92.7 Camden,El Dorado,Magnolia
718AR33.7,-93.8 Hope
719AR34.4,-93.4 Arkadelphia,Hot Springs National Park,Hot Springs Village,Oden
720AR35.0,-92.0 Benton,Bryant,Conway,Jacksonville
721AR34.8,-92.2 North Little Rock,Searcy
722AR34.8,-92.4 Little Rock
723AR35.1,-90.6 Blytheville,Forrest City,West Memphis
724AR36.0,-90.7 Jonesboro,Paragould,Walnut Ridge
725AR36.1,-91.8 Batesville,Cherokee Village,Heber Springs
726AR36.2,-92.8 Eureka Springs,Harrison,Mountain Home,Norfork,Timbo
727AR36.2,-94.2 Bella Vista,Bentonville,Fayetteville,Rogers,Springdale
728AR35.3,-93.4 Russellville
729AR35.4,-94.3 Fort Smith,Van Buren
730OK35.3,-97.6 Chickasha,Davis,Edmond,Norman,Yukon
731OK35.5,-97.5 Oklahoma City
733TX30.3,-97.8
734OK34.2,-97.2 Ardmore
735OK34.6,-98.6 Altus,Duncan,Lawton
736OK35.5,-99.2 Elk City
737OK36.4,-98.1 Enid
738OK36.4,-99.4 Woodward
739OK36.8,-101.2
740OK36.2,-96.1 Bartlesville,Broken Arrow,Claremore,Sapulpa,Stillwater
741OK36.1,-96.0 Tulsa
743OK36.5,-94.9 Grove,Miami,Pryor
744OK35.7,-95.5 Braggs,Muskogee,Tahlequah,Wagoner
745OK34.7,-95.7 Atoka,Mcalester
746OK36.7,-97.2 Ponca City
747OK34.0,-95.4 Durant
748OK35.2,-96.7 Ada,Seminole,Shawnee
749OK35.2,-94.6
750TX33.0,-96.8 Allen,Carrollton,Coppell,Denison,Flower Mound,Frisco,Garland,Grand Prairie,Irving,Lewisville,Mckinney,Plano,Richardson,Rockwall,Rowlett,Sherman
751TX32.6,-96.5 Cedar Hill,Corsicana,Desoto,Duncanville,Ennis,Lancaster,Mabank,Mesquite,Terrell,Waxahachie
752TX32.8,-96.8 Dallas
753TX32.8,-96.8
754TX33.4,-95.8 Commerce,Greenville,Mount Pleasant,Paris,Sulphur Springs
755TX33.3,-94.3 Texarkana
756TX32.5,-94.7 Gilmer,Henderson,Kilgore,Longview,Marshall
757TX32.3,-95.3 Athens,Big Sandy,Tyler
758TX31.5,-95.7 Palestine,Tennessee Colony
759TX31.3,-94.4 Lufkin,Nacogdoches,Woodville
760TX32.7,-97.2 Arlington,Azle,Bedford,Burleson,Cleburne,Euless,Granbury,Grapevine,Hurst,Mineral Wells,Weatherford
761TX32.8,-97.3 Fort Worth,North Richland Hills
762TX33.4,-97.2 Denton,Gainesville,Keller,Roanoke
763TX33.9,-98.6 Vernon,Wichita Falls
764TX32.5,-98.4 Stephenville
765TX31.1,-97.5 Gatesville,Killeen,Temple
766TX31.8,-97.0
767TX31.6,-97.2 Waco
768TX31.4,-99.3 Brownwood
769TX31.5,-100.5 San Angelo
770TX29.8,-95.4 Houston
772TX29.8,-95.4
773TX30.3,-95.4 Cleveland,Conroe,Humble,Huntsville,Kingwood,Livingston,Magnolia,Montgomery,Spring,Tomball,Willis
774TX29.5,-95.9 Bay City,Bellaire,Cypress,Katy,Missouri City,Richmond,Stafford,Sugar Land
775TX29.6,-95.1 Alvin,Angleton,Baytown,Freeport,Friendswood,Galveston,La Porte,League City,Pasadena,Pearland,Santa Fe,Texas City
776TX30.1,-94.1 Orange,Port Arthur,Vidor
777TX30.1,-94.1 Beaumont
778TX30.7,-96.3 Brenham,Bryan,College Station
779TX28.8,-96.9 Victoria
780TX29.1,-98.9 Boerne,Kerrville,Laredo
781TX29.3,-98.0 Beeville,New Braunfels,Seguin
782TX29.4,-98.5 San Antonio
783TX27.8,-97.8 Alice,Aransas Pass,Kingsville,Rockport
784TX27.8,-97.4 Corpus Christi,Crp Christi
785TX26.2,-98.0 Brownsville,Edinburg,Harlingen,Mcallen,Mission,Weslaco
786TX30.3,-97.8 Cedar Park,Georgetown,Leander,Pflugerville,Round Rock,San Marcos
787TX30.3,-97.7 Austin
788TX29.3,-99.8 Del Rio,Eagle Pass,Uvalde
789TX29.9,-96.8
790TX35.4,-101.7 Borger,Canyon,Pampa,Plainview
791TX35.2,-101.9 Amarillo
792TX34.2,-100.8
793TX33.6,-102.2 Levelland
794TX33.6,-101.9 Lubbock
795TX32.6,-100.1 Rule,Snyder
796TX32.4,-99.7 Abilene
797TX31.9,-102.4 Big Spring,Midland,Odessa
798TX31.0,-104.5 Alpine
799TX31.8,-106.4 Fort Bliss
800CO39.8,-105.0 Arvada,Aurora,Broomfield,Commerce City,Louisville,Westminster,Wheat Ridge
801CO39.6,-104.9 Castle Rock,Englewood,Littleton,Parker
802CO39.7,-105.0 Denver
803CO40.0,-105.3 Boulder
804CO39.8,-105.8 Evergreen,Golden,Silverthorne,Steamboat Springs
805CO40.5,-105.1 Estes Park,Fort Collins,Longmont,Loveland,Windsor
806CO40.4,-104.7 Brighton,Greeley
807CO40.6,-103.1
808CO39.0,-103.8 Limon,U S A F Academy,Woodland Park
809CO38.8,-104.8 Colorado Springs
810CO38.1,-103.9 Crowley,Pueblo
811CO37.3,-106.0 Alamosa,Pagosa Springs
812CO38.5,-106.1 Canon City,Crested Butte,Florence,Gunnison
813CO37.4,-108.5 Durango
814CO38.5,-107.9 Montrose
815CO39.1,-108.5 Grand Junction
816CO39.6,-107.3 Aspen,Craig,Dinosaur,Glenwood Springs,Vail
820WY41.2,-104.8 Cheyenne,Laramie
821WY44.8,-110.6
822WY42.3,-104.5
823WY41.8,-107.1
824WY44.5,-108.4
825WY43.0,-108.6
826WY42.9,-106.4 Casper
827WY44.4,-104.6 Gillette
828WY44.7,-106.9
829WY41.6,-109.9 Evanston,Rock Springs
830WY43.6,-110.7 Jackson
831WY42.7,-110.9
832ID42.7,-112.2 Pocatello
833ID42.7,-114.3 Sun Valley,Twin Falls
834ID43.8,-112.0 Idaho Falls,Rexburg
835ID46.2,-116.3
836ID43.8,-116.4 Caldwell,Meridian,Nampa
837ID43.6,-116.2 Boise
838ID47.6,-116.6 Coeur D Alene,Moscow,Post Falls
840UT40.6,-111.7 Bountiful,Clearfield,Layton,Orem,Park City,Sandy,South Jordan,Vernal,West Jordan
841UT40.7,-111.9 Salt Lake City
842UT41.3,-112.0
843UT41.7,-112.0 Logan
844UT41.3,-112.0 Ogden
845UT39.0,-110.4
846UT39.5,-111.8 Provo
847UT37.7,-112.7 Cedar City,Saint George
850AZ33.4,-112.1 Phoenix
851AZ33.0,-111.5 Apache Junction,Arizona City,Bapchule,Casa Grande,Chandler Heights,Coolidge,Eloy,Hayden,Kearny,Maricopa,Picacho,Red Rock,Sacaton,San Tan Valley,Stanfield,Superior,Valley Farms
852AZ33.4,-111.8 Apache Jct,Chandler,Florence,Fountain Hills,Gilbert,Mesa,Queen Creek,Scottsdale,Tempe
853AZ33.6,-112.4 Avondale,Buckeye,Cave Creek,Glendale,Goodyear,Peoria,Quartzsite,Sun City,Sun City West,Surprise,Wickenburg,Yuma
855AZ33.3,-110.1 Globe,Payson,Safford
856AZ31.7,-110.3 Douglas,Fort Huachuca,Green Valley,Marana,Nogales,Sierra Vista,Willcox
857AZ32.2,-110.9 Tucson
859AZ34.3,-110.0 Show Low
860AZ35.5,-111.5 Flagstaff
863AZ34.7,-112.3 Prescott,Prescott Valley,Sedona
864AZ35.2,-114.2 Bullhead City,Fort Mohave,Kingman,Lake Havasu City,Mohave Valley
865AZ35.9,-109.5
870NM35.1,-106.7
871NM35.1,-106.7 Albuquerque,Rio Rancho
873NM35.5,-108.6 Gallup
874NM36.7,-108.2 Farmington
875NM36.1,-105.9 Espanola,Los Alamos,Santa Fe
876NM33.0,-107.0
877NM36.0,-105.1
878NM34.1,-107.2
879NM33.0,-107.3
880NM32.3,-107.6 Deming,Las Cruces,Silver City
881NM34.3,-103.3 Clovis
882NM32.8,-104.1 Artesia,Carlsbad,Hobbs,Roswell
883NM33.3,-105.7 Alamogordo,Ruidoso
884NM35.4,-103.8
885TX31.7,-106.3 El Paso
889NV36.3,-114.8 The Lakes
890NV36.3,-115.1 Boulder City,Coyote Springs,Henderson,Indian Springs,Jean,Laughlin,Mesquite,North Las Vegas,Pahrump
891NV36.2,-115.1 Las Vegas
893NV39.3,-115.0 Ely
894NV39.5,-119.4 Fallon,Gardnerville,Incline Village,Sparks,Winnemucca
895NV39.5,-119.8 Reno
897NV39.2,-119.8 Carson City
898NV40.9,-115.5 Elko
900CA34.1,-118.3 Los Angeles
901CA34.0,-118.2
902CA33.9,-118.4 Beverly Hills,Compton,Culver City,Downey,Gardena,Hawthorne,Lawndale,Malibu,Manhattan Beach,Marina Del Rey,Playa Del Rey,Redondo Beach,Venice
903CA34.0,-118.3 Inglewood
904CA34.0,-118.5 Santa Monica
905CA33.8,-118.3 Torrance
906CA33.9,-118.0 Buena Park,La Habra,La Mirada,Norwalk,Pico Rivera,Santa Fe Springs,Whittier
907CA33.8,-118.2 Artesia,Bellflower,Carson,Lakewood,Los Alamitos,San Pedro,Wilmington
908CA33.8,-118.2 Long Beach
910CA34.2,-118.1 Altadena,Arcadia,Duarte,La Canada Flintridge,Monrovia,Montrose,Sierra Madre,South Pasadena,Sunland,Tujunga
911CA34.1,-118.1 Pasadena,San Marino
912CA34.2,-118.3 Glendale,La Crescenta
913CA34.2,-118.5 Agoura Hills,Calabasas,Canoga Park,Canyon Country,Castaic,Chatsworth,Granada Hills,Mission Hills,Newbury Park,Newhall,North Hills,Northridge,Pacoima,Reseda,San Fernando,Santa Clarita,Sun Valley,Sylmar,Tarzana,Thousand Oaks,Valencia,West Hills,Westlake Village,Winnetka,Woodland Hills
914CA34.2,-118.4 Encino,Panorama City,Sherman Oaks,Van Nuys
915CA34.2,-118.3 Burbank
916CA34.2,-118.4 North Hollywood,Studio City,Valley Village
917CA34.1,-117.9 Chino,City Of Industry,Covina,El Monte,Glendora,La Puente,Monterey Park,Ontario,Pomona,Rancho Cucamonga,Rosemead,San Gabriel,Upland,Walnut,West Covina
918CA34.1,-118.1 Alhambra
919CA32.7,-117.0 Alpine,Bonita,Chula Vista,Imperial Beach,La Mesa,Lemon Grove,National City,Potrero,Spring Valley,Tecate
920CA33.1,-117.2 Carlsbad,El Cajon,Encinitas,Escondido,Fallbrook,La Jolla,Oceanside,Poway,Rancho Santa Fe,San Marcos,Santee,Vista
921CA32.7,-117.2 Coronado,San Diego,San Ysidro
922CA33.8,-116.2 Blythe,Calexico,Cathedral City,Desert Hot Springs,El Centro,Indio,La Quinta,Palm Desert,Palm Springs,Twentynine Palms,Yucca Valley
923CA34.3,-117.2 Apple Valley,Barstow,Fontana,Hesperia,Loma Linda,Phelan,Redlands,Rialto,Victorville
924CA34.1,-117.3 San Bernardino
925CA33.8,-117.2 Hemet,Lake Elsinore,Moreno Valley,Murrieta,Perris,Riverside,San Jacinto,Sun City,Temecula
926CA33.6,-117.8 Aliso Viejo,Costa Mesa,Huntington Beach,Irvine,Laguna Beach,Laguna Hills,Laguna Niguel,Mission Viejo,Newport Beach,San Clemente,San Juan Capistrano,Trabuco Canyon,Westminster
927CA33.7,-117.9 Fountain Valley,Santa Ana,Tustin
928CA33.8,-117.9 Anaheim,Brea,Corona,Fullerton,Garden Grove,Orange,Placentia,Yorba Linda
930CA34.3,-119.1 Camarillo,Carpinteria,Fillmore,Moorpark,Ojai,Oxnard,Port Hueneme,Santa Paula,Simi Valley,Ventura
931CA34.4,-119.7 Goleta,Santa Barbara
932CA36.0,-119.2 Delano,Hanford,Lemoore,Porterville,Tulare,Visalia
933CA35.3,-119.0 Bakersfield
934CA35.2,-120.6 Arroyo Grande,Atascadero,Grover Beach,Lompoc,Los Osos,Morro Bay,Oceano,Paso Robles,Pismo Beach,San Luis Obispo,Santa Maria,Solvang
935CA35.1,-118.1 Bishop,Boron,California City,Edwards,Lancaster,Mojave,Palmdale,Ridgecrest,Tehachapi,Trona
936CA36.8,-119.7 Clovis,Madera
937CA36.7,-119.6 Fresno
938CA36.7,-119.6
939CA36.6,-121.7 Carmel,Monterey,Salinas
940CA37.5,-122.3 Burlingame,Daly City,Los Altos,Menlo Park,Mountain View,Redwood City,South San Francisco,Sunnyvale
941CA37.8,-122.4 San Francisco
942CA38.6,-121.5 Sacramento
943CA37.4,-122.1 Palo Alto
944CA37.6,-122.3 San Mateo
945CA37.9,-122.0 Alameda,Antioch,Castro Valley,Concord,Danville,Fairfield,Fremont,Hayward,Livermore,Moraga,Napa,Pleasanton,San Leandro,San Ramon,Vallejo,Walnut Creek
946CA37.8,-122.3 Emeryville,Oakland
947CA37.9,-122.3 Berkeley
948CA37.9,-122.3 El Sobrante,Richmond
949CA38.0,-122.6 Corte Madera,Fairfax,Larkspur,Mill Valley,Novato,Petaluma,Rohnert Park,San Anselmo,San Quentin,San Rafael,Sausalito
950CA37.1,-122.0 Aptos,Campbell,Cupertino,Gilroy,Hollister,Los Gatos,Milpitas,Morgan Hill,Santa Clara,Santa Cruz,Saratoga,Scotts Valley,Watsonville
951CA37.3,-121.9 San Jose
952CA38.1,-121.2 Lodi,San Andreas,Stockton
953CA37.7,-120.7 Manteca,Merced,Modesto,Tracy,Turlock
954CA38.8,-123.0 Santa Rosa,Sebastopol
955CA40.7,-124.0 Arcata,Crescent City,Eureka
956CA38.7,-121.3 Auburn,Carmichael,Citrus Heights,Davis,Folsom,Rocklin,Roseville,Vacaville,West Sacramento,Woodland
957CA38.8,-121.0 Elk Grove,Rancho Cordova
958CA38.6,-121.4
959CA39.5,-121.5 Chico,Grass Valley,Oroville,Paradise,Yuba City
960CA40.7,-122.3 Redding,Shasta Lake
961CA39.8,-120.2 South Lake Tahoe,Susanville,Truckee
967HI20.9,-156.6 Hilo,Kahului,Kailua Kona,Kapolei,Lahaina
968HI21.3,-157.9 Hon,Honolulu,J B P H H
969GU13.5,144.7 Barrigada,Hagatna
970OR45.4,-122.5 Beaverton,Gresham,Lake Oswego
971OR45.5,-123.3 Hillsboro
972OR45.5,-122.7 Portland
973OR44.8,-123.0 Albany,Corvallis,Lincoln City,Salem
974OR43.7,-123.3 Eugene,Roseburg,Springfield
975OR42.4,-123.0 Grants Pass,Medford
976OR42.3,-121.4 Klamath Falls
977OR44.1,-121.1 Bend
978OR45.3,-118.6
979OR44.0,-117.5
980WA47.6,-122.2 Auburn,Bellevue,Bothell,Edmonds,Federal Way,Issaquah,Kent,Kirkland,Lynnwood,Redmond,Renton,Sammamish,Woodinville
981WA47.6,-122.3 Seattle
982WA48.4,-122.3 Bellingham,Blaine,Everett,Marysville,Mount Vernon,Oak Harbor,Snohomish
983WA47.4,-122.6 Bremerton,Gig Harbor,Port Angeles,Port Orchard,Puyallup,Silverdale,Sumner
984WA47.2,-122.4 Lakewood,Tacoma
985WA47.0,-123.0 Lacey,Olympia
986WA45.8,-122.6 Vancouver
988WA47.7,-120.0 Wenatchee
989WA46.6,-120.5 Yakima
990WA47.6,-117.4
991WA47.9,-118.0 Pullman
992WA47.7,-117.4 Spokane
993WA46.3,-119.1 Kennewick,Pasco,Richland
994WA46.1,-117.1
995AK61.1,-151.4 Anchorage,Jber
996AK60.6,-156.7 Kodiak,Wasilla
997AK64.9,-150.2 Fairbanks,Tok
998AK58.3,-134.6 Juneau
999AK55.6,-132.4 Ketchikan
`
