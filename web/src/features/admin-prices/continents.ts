const CODES = {
  Africa:
    'ao bf bi bj bw cd cf cg ci cm cv dj dz eg er et ga gh gm gn gq gw ke km lr ls ly ma mg ml mr mu mw mz na ne ng rw sc sd sl sn so ss st sz td tg tn tz ug za zm zw',
  Asia: 'ae af am az bd bh bn bt cn ge hk id il in iq ir jo jp kg kh kp kr kw kz la lb lk mm mn mo mv my np om ph pk ps qa sa sg sy th tj tl tm tr tw uz vn ye',
  Europe:
    'ad al at ba be bg by ch cy cz de dk ee es fi fr gb gr hr hu ie is it li lt lu lv mc md me mk mt nl no pl pt ro rs ru se si sk sm ua va xk',
  'North America': 'ag bb bs bz ca cr cu dm do gd gt hn ht jm kn lc mx ni pa pr sv tt us vc',
  Oceania: 'au fj fm ki mh nr nz pg pw sb to tv vu ws',
  'South America': 'ar bo br cl co ec gy pe py sr uy ve',
};

/** With the codes of their countries in lower case. */
export const CONTINENTS: readonly { name: string; countries: string[] }[] = Object.entries(
  CODES,
).map(([name, codes]) => ({ name, countries: codes.split(' ') }));
