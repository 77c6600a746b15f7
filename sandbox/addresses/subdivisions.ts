import type { Handlers } from '../service/service.js'
import { notFound } from '../primitives/refusal.js'
import { toAlpha3 } from '../primitives/countries.js'

/** ISO 3166-2 by country: each entry is a code without its country, a space, and the name. */
const subdivisions: Readonly<Record<string, string>> = {
  US: `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC
    District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS
    Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS
    Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New
    Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA
    Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT
    Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`,
  CA: `AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador,NS Nova
    Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec,SK
    Saskatchewan,YT Yukon`,
  AU: `ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland,SA South
    Australia,TAS Tasmania,VIC Victoria,WA Western Australia`,
  BR: `AC Acre,AL Alagoas,AP Amapá,AM Amazonas,BA Bahia,CE Ceará,DF Distrito Federal,ES Espírito Santo,GO
    Goiás,MA Maranhão,MT Mato Grosso,MS Mato Grosso do Sul,MG Minas Gerais,PA Pará,PB Paraíba,PR
    Paraná,PE Pernambuco,PI Piauí,RJ Rio de Janeiro,RN Rio Grande do Norte,RS Rio Grande do Sul,RO
    Rondônia,RR Roraima,SC Santa Catarina,SP São Paulo,SE Sergipe,TO Tocantins`,
  DE: `BW Baden-Württemberg,BY Bayern,BE Berlin,BB Brandenburg,HB Bremen,HH Hamburg,HE Hessen,MV
    Mecklenburg-Vorpommern,NI Niedersachsen,NW Nordrhein-Westfalen,RP Rheinland-Pfalz,SL Saarland,SN
    Sachsen,ST Sachsen-Anhalt,SH Schleswig-Holstein,TH Thüringen`,
  GB: `ENG England,NIR Northern Ireland,SCT Scotland,WLS Wales`,
  MX: `AGU Aguascalientes,BCN Baja California,BCS Baja California Sur,CAM Campeche,CHH Chihuahua,CHP
    Chiapas,CMX Ciudad de México,COA Coahuila de Zaragoza,COL Colima,DUR Durango,GRO Guerrero,GUA
    Guanajuato,HID Hidalgo,JAL Jalisco,MEX México,MIC Michoacán de Ocampo,MOR Morelos,NAY Nayarit,NLE
    Nuevo León,OAX Oaxaca,PUE Puebla,QUE Querétaro,ROO Quintana Roo,SIN Sinaloa,SLP San Luis Potosí,SON
    Sonora,TAB Tabasco,TAM Tamaulipas,TLA Tlaxcala,VER Veracruz de Ignacio de la Llave,YUC Yucatán,ZAC
    Zacatecas`,
}

/** The ISO 3166-2 subdivisions of a country (alpha-2); empty for a country without data. */
const subdivisionsOf = (country: string): readonly { code: string; name: string }[] => {
  const list = subdivisions[country]
  if (list === undefined) return []
  return list.split(',').map((entry) => {
    const [code = '', ...name] = entry.trim().split(/\s+/)
    return { code: `${country}-${code}`, name: name.join(' ') }
  })
}

/** GET /country_subdivisions/{country_code}, by alpha-2 code in capitals. */
export const subdivisionHandlers = {
  getCountrySubdivisions: ({ path: { country_code: country } }) => {
    if (toAlpha3(country) === undefined) throw notFound('country')
    return { status: 200, body: [...subdivisionsOf(country)] }
  },
} satisfies Handlers
