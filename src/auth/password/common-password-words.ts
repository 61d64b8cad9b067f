/** Words that people all over the world make passwords of, mostly with a few digits behind. */
export const COMMON_WORDS = `
password passwort passw0rd p@ssw0rd p@ssword pass parola welcome letmein iloveyou loveyou lovely
love lover forever friends freedom family happy sunshine princess princesa prince queen king angel
angels heaven blessed blessing jesus jesuschrist christ christian church faith grace hope praise
god godisgood goodness mercy favour glory winner success money million naira dollar lagos abuja
nigeria africa ghana london chelsea arsenal liverpool manchester barcelona realmadrid juventus
football soccer baseball basketball hockey tennis cricket ronaldo messi rooney beckham drogba
monkey dragon tiger lion panther eagle falcon phoenix shadow wolf bear snake spider chicken kitty
puppy pepper ginger cookie banana orange apple cherry chocolate coffee cheese sugar honey butter
flower butterfly rainbow summer winter autumn spring snoopy tweety pokemon pikachu naruto batman
superman spiderman starwars matrix hunter hammer master killer ranger soldier warrior ninja samurai
pirate gangster player gamer computer internet samsung nokia google facebook yahoo hotmail android
windows microsoft apple1 mustang ferrari porsche mercedes corvette camaro yamaha harley toyota
honda silver golden diamond crystal purple yellow green black white blue orange1 michael michelle
jessica jennifer amanda ashley nicole daniel daniela david joseph joshua matthew andrew anthony
robert richard william thomas charlie charles christopher christine christian1 jonathan jordan
justin brandon tyler austin dakota taylor maggie sophie sarah rachel rebecca hannah heather
stephanie elizabeth victoria veronica vanessa patricia patrick patience blessing1 emmanuel samuel
benjamin alexander alexandra alejandro fernando eduardo francisco antonio carlos roberto ricardo
gabriel gabriela mariana andrea carolina valentina natalia tatiana svetlana anastasia maria marina
chinedu chioma emeka ifeanyi tunde kehinde taiwo yusuf ibrahim mohammed muhammad mohamed ahmed
abdullah fatima aisha amina admin administrator root
default private access login qwerty qwertyu qwertz azerty asdf asdfgh zxcvbn zxcvbnm qazwsx
qweasd asdasd qweqwe abc abcd abcde abcdef abcdefg aaa zzz xxx hello hello1 goodbye thankyou
whatever nothing anything something trustno trustno1 changeme please sexy sweet sweetheart babygirl
babyboy baby daddy mommy mother father brother sister cousin friend bestfriend music dance
rockstar guitar metallica nirvana eminem slipknot blink182 marvin merlin gandalf hobbit sauron
snowball midnight thunder lightning storm ocean mountain river island paradise america canada
mexico brasil brazil england france germany russia india china japan turkey istanbul pakistan
scooter hunter2 buster rocky max bailey molly lucky lucky7 oliver sammy smokey peanut pumpkin
precious treasure beautiful gorgeous handsome awesome perfect amazing creative peace unity power
energy future victory champion legend hero star superstar galaxy universe planet earth moon
`
  .trim()
  .split(/\s+/);

/** Common suffixes of such words. */
export const COMMON_TAILS = [
  ...['', '1', '2', '3', '7', '01', '10', '11', '12', '13', '21', '22', '23', '69', '77', '88'],
  ...['99', '00', '007', '101', '111', '123', '321', '420', '666', '777', '786', '999', '1234'],
  ...['12345', '123456', '2000', '2010', '2020', '2024', '2025'],
];

/** Digit rows, keyboard walks and phrases from lists of leaked passwords. */
export const COMMON_WHOLES = `
12345678 123456789 1234567890 0123456789 01234567 012345678 0987654321 87654321 987654321
9876543210 098765432 23456789 11111111 111111111 1111111111 22222222 33333333 44444444 55555555
66666666 77777777 88888888 99999999 00000000 000000000 0000000000 12121212 21212121 13131313
10101010 20202020 69696969 11223344 1122334455 112233445566 12341234 43214321 123123123 321321321
147258369 159753456 147852369 123654789 789456123 741852963 963852741 159357456 12344321 12345679
11112222 12312312 123321123 123456123 1234554321 123456654321 123454321 789789789 456456456
102030405060 10203040 1020304050 01010101 31415926 314159265 14789632 78945612 55667788 99887766
19801980 19841984 19851985 19861986 19871987 19881988 19891989 19901990 19911991 19921992 19931993
20002000 20012001 20102010 20202020 01011980 01011985 01011990 01011991 01011992 01011995 01012000
aaaaaaaa aaaaaaaaa aaaaaaaaaa bbbbbbbb zzzzzzzz xxxxxxxx qqqqqqqq abababab abcabcabc abcdabcd
abcdefgh abcdefghi abcdefghij abcd1234 abc12345 abc123456 abcd12345 abcde12345 abcdef123 a1b2c3d4
a1b2c3d4e5 1a2b3c4d 1a2b3c4d5e aa123456 aa12345678 a1234567 a12345678 a123456789 q1w2e3r4 q1w2e3r4t5
q1w2e3r4t5y6 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 2wsx3edc zaq12wsx
zaq1zaq1 zaq1xsw2 qaz123wsx qazwsxedc qazwsx123 qazxswedc qwertyui qwertyuiop qwertyuio qwerasdf
qwerasdfzxcv qwer1234 qwerqwer qweasdzxc qweasd123 qwe123qwe qwe12345 qwe123456 asdfasdf asdfghjk
asdfghjkl asdf1234 asd12345 asd123456 asdqwe123 asdzxc123 zxcvbnm1 zxcvbnm123 zxcasdqwe zxc12345
poiuytrewq lkjhgfdsa mnbvcxz1 0okm9ijn 1234qwer 12345qwert 123456qwerty 123qwe123 123qweasd
123qweasdzxc 123abc123 1234abcd 12345abc 123456abc 12345678a 123456789a 123456789q 1234567q 12345qwe
12345asd 123456aa 123456as 987654321a passpass pass1234 pass12345 password! password. mypassword
newpassword yourpassword thepassword nopassword passwords password0 password9 password5 password4
iloveyou! iloveu123 iloveme1 iloveme123 ilovegod ilovejesus iluvyou1 lovelove loveme123 lovers123
imissyou myspace1 fuckyou1 fuckyou123 fuckyou2 bullshit asshole1 sexysexy letmein1 letmeinnow
whatever1 trustno1 opensesame startrek starwars1 jordan23 michael1 michael23 charlie1 liverpool1
manutd123 manchester1 manunited chelsea1 chelseafc arsenal1 arsenalfc gooners1 mancity1 realmadrid1
barcelona1 superman1 batman123 spiderman1 pokemon123 minecraft minecraft1 fortnite roblox123 yugioh12
changeme1 changeme123 welcome123 welcome1 admin123 admin1234 administrator1
root1234 master123 default1 login123
computer1 internet1 samsung1 google123 facebook1 windows10 nokia123 blackberry
godisgreat godislove godisgood1 jesus123 jesuslovesme jesusislord jesuschrist1 emmanuel1 blessed1
thankgod thankyoulord hallelujah amazinggrace ilovelord hosanna1 immanuel favour123 mercy123
nigeria123 nigeria1 nigeria1960 lagos123 abuja123 naija123 naija1234 goodluck 9jaboy12 obinna12
princess1 princess12 sunshine1 football1 baseball1 basketball1 butterfly1 chocolate1 elizabeth1
babygirl1 babygirl12 sweetheart1 beautiful1 forever1 friends4ever bestfriends friendship
bismillah alhamdulillah assalamualaikum inshallah subhanallah muhammad1 mohammed1 allahuakbar
dragonball dragon12 monkey12 shadow12 rockyou1 rockyou123 junior12 ginger12 pepper12 hunter12
`
  .trim()
  .split(/\s+/);
