/** ISO 3166-1: each word is the alpha-2 code of a country followed by its alpha-3 code. */
const countries = `
  AFAFG AXALA ALALB DZDZA ASASM ADAND AOAGO AIAIA AQATA AGATG ARARG AMARM AWABW AUAUS ATAUT AZAZE
  BSBHS BHBHR BDBGD BBBRB BYBLR BEBEL BZBLZ BJBEN BMBMU BTBTN BOBOL BQBES BABIH BWBWA BVBVT BRBRA
  IOIOT BNBRN BGBGR BFBFA BIBDI CVCPV KHKHM CMCMR CACAN KYCYM CFCAF TDTCD CLCHL CNCHN CXCXR CCCCK
  COCOL KMCOM CGCOG CDCOD CKCOK CRCRI CICIV HRHRV CUCUB CWCUW CYCYP CZCZE DKDNK DJDJI DMDMA DODOM
  ECECU EGEGY SVSLV GQGNQ ERERI EEEST SZSWZ ETETH FKFLK FOFRO FJFJI FIFIN FRFRA GFGUF PFPYF TFATF
  GAGAB GMGMB GEGEO DEDEU GHGHA GIGIB GRGRC GLGRL GDGRD GPGLP GUGUM GTGTM GGGGY GNGIN GWGNB GYGUY
  HTHTI HMHMD VAVAT HNHND HKHKG HUHUN ISISL ININD IDIDN IRIRN IQIRQ IEIRL IMIMN ILISR ITITA JMJAM
  JPJPN JEJEY JOJOR KZKAZ KEKEN KIKIR KPPRK KRKOR KWKWT KGKGZ LALAO LVLVA LBLBN LSLSO LRLBR LYLBY
  LILIE LTLTU LULUX MOMAC MGMDG MWMWI MYMYS MVMDV MLMLI MTMLT MHMHL MQMTQ MRMRT MUMUS YTMYT MXMEX
  FMFSM MDMDA MCMCO MNMNG MEMNE MSMSR MAMAR MZMOZ MMMMR NANAM NRNRU NPNPL NLNLD NCNCL NZNZL NINIC
  NENER NGNGA NUNIU NFNFK MKMKD MPMNP NONOR OMOMN PKPAK PWPLW PSPSE PAPAN PGPNG PYPRY PEPER PHPHL
  PNPCN PLPOL PTPRT PRPRI QAQAT REREU ROROU RURUS RWRWA BLBLM SHSHN KNKNA LCLCA MFMAF PMSPM VCVCT
  WSWSM SMSMR STSTP SASAU SNSEN RSSRB SCSYC SLSLE SGSGP SXSXM SKSVK SISVN SBSLB SOSOM ZAZAF GSSGS
  SSSSD ESESP LKLKA SDSDN SRSUR SJSJM SESWE CHCHE SYSYR TWTWN TJTJK TZTZA THTHA TLTLS TGTGO TKTKL
  TOTON TTTTO TNTUN TRTUR TMTKM TCTCA TVTUV UGUGA UAUKR AEARE GBGBR USUSA UMUMI UYURY UZUZB VUVUT
  VEVEN VNVNM VGVGB VIVIR WFWLF EHESH YEYEM ZMZMB ZWZWE
`

const alpha3ByAlpha2 = new Map(
  countries
    .trim()
    .split(/\s+/)
    .map((codes) => [codes.slice(0, 2), codes.slice(2)]),
)

const alpha3Codes = new Set(alpha3ByAlpha2.values())

/** True for a country code of ISO 3166-1 alpha-3, in capitals. */
export function isAlpha3(code: string): boolean {
  return alpha3Codes.has(code)
}

/** The alpha-3 code of an alpha-2 one; `undefined` when there is no such country. */
export function toAlpha3(alpha2: string | undefined): string | undefined {
  return alpha2 === undefined ? undefined : alpha3ByAlpha2.get(alpha2)
}

const eitherCode = ([alpha2, alpha3]: readonly [string, string]): readonly (readonly [string, string])[] => [
  [alpha2, alpha2],
  [alpha3, alpha2],
]

const alpha2ByEither = new Map([...alpha3ByAlpha2].flatMap(eitherCode))

/** The alpha-2 code of a country that is named by either of its codes; `undefined` when there is no such country. */
export function countryOf(code: string): string | undefined {
  return alpha2ByEither.get(code)
}
