import { describe, expect, it } from 'vitest';
import { maskSecrets } from './mask-secrets.js';

const PROGRAM = { hasBareValues: false };

describe('a password that somebody chose', () => {
  it.each([
    ['POSTGRES_PASSWORD: Sommer2024!', 'Sommer2024!'],
    ['  - MYSQL_ROOT_PASSWORD=Sommer2024! # of the house', 'Sommer2024!'],
    ['DB_PASSWORD_PROD=hunter2hunter2\r\nNEXT=1', 'hunter2hunter2'],
    ['password: U29tbWVyMjAyNCE=', 'U29tbWVyMjAyNCE='],
    ['PGPASSWORD=Sommer2024 psql -h db', 'Sommer2024'],
    ['Password: hunter2hunter2', 'hunter2hunter2'],
    ['The password: hunter2hunter2.', 'hunter2hunter2'],
    ['password=hunter2hunter2, host=db', 'hunter2hunter2'],
    ['Passwort: "Sommer2024!Haus"', 'Sommer2024!Haus'],
    ['Passwort: „Sommer2024!Haus“', 'Sommer2024!Haus'],
    ['**Passwort:** Sommer2024!', 'Sommer2024!'],
    ['**WLAN-Passwort**: **Käsekuchen2024**', 'Käsekuchen2024'],
    ['Kennwort: Sommer-2024', 'Sommer-2024'],
    ['Mot de passe : Soleil2024!', 'Soleil2024!'],
    ['Contraseña: Verano2024!', 'Verano2024!'],
    ['docker run -e DB_PASSWORD=Sommer2024 db', 'Sommer2024'],
  ])('without quotes is masked in settings and notes: %j', (text, password) => {
    const masked = maskSecrets(text);
    expect(masked.counts).toEqual({ password: 1 });
    const start = text.indexOf(password);
    expect(masked.text.slice(0, start) + password + masked.text.slice(start + password.length)).toBe(text);
    expect(masked.text).not.toContain(password);
  });

  it('without quotes is masked in programs where it stands in an address or a connection string', () => {
    for (const text of ['"Server=db;Password=Sommer2024!;"', "'jdbc:x://h/db?user=u&password=Sommer2024'", 'x?password=Sommer2024'])
      expect(maskSecrets(text, PROGRAM).counts).toEqual({ password: 1 });
    expect(maskSecrets('password = "hunter2hunter2"', PROGRAM).counts).toEqual({ password: 1 });
  });
});

describe('what is no password', () => {
  it.each([
    'password = user2.password',
    'password: hashedPassword2',
    'password=newPwd1',
    'password = sha256HexOfPassword',
    'password = base64Decode(value)',
    'if password == expected1:',
    'db_password: ${{ secrets.DB_PASS1 }}',
    'password: !Ref DbPassword12',
    'password: *default_pass1',
    'PASSWORD=DB_PASSWORD_1',
    'password=%DB_PASSWORD1%',
    'PWD=/home/user1/x',
    'pwd=C:\\Users\\x1y2z3',
    'password: vault:secret/data/db#pass1',
    'password: op://vault/item2/password',
    'password: db-credentials-secret-v2',
    'passwordSecretRef: db-credentials-v2',
    'passwordHint: first-pet-2',
    'passwordStrength: zxcvbn2020',
    '1Password: version8.10.12',
    'password=at-least-8-characters',
    'Password: https://example.org/reset1',
    'password: [How to2](https://example.org/)',
    'password: 请使用8位ABC字符以上',
    'login.password=Passwort\\u003a1',
    'password: Passwort?',
    '"password": "required|string|min:8"',
    'password: 2024-05-03T10:00:00Z',
    'password: pbkdf2-sha256',
    'password: your@login1',
    '<label for="password">Passwort1?</label>',
    '<a href="/reset/password">Passwort2?</a>',
    '<password>Passwort?</password>',
    'curl -u "$USER:$PASS1" https://example.org/',
    'docker run -u app:appgroup1 image',
    'ENV TOKEN_URL oauth2/v1/token3/x9y7',
    'clientSecret: "theNameOfTheSecretInTheVault"',
    'it lasted 123456789:AAA',
  ])('%s stays as it is', (text) => {
    expect(maskSecrets(text).text).toBe(text);
  });

  it.each(['password = hunter2hunter2', 'password: Sommer2024', 'return a.password > b2>x1y2z3w4</b>'])(
    '%s is a name in programs',
    (text) => {
      expect(maskSecrets(text, PROGRAM).text).toBe(text);
    },
  );
});
