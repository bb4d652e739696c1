import { describe, expect, test } from 'vitest'
import { isTarget, openTarget, whyNoTarget } from './open-target.ts'
import { readTargetUrl } from './target-url.ts'

const bucket = { kind: 'bucket', bucket: 'b1', prefix: '' }

describe('the URL of a target', () => {
  test.each([
    ['/srv/backups/', { kind: 'folder', path: '/srv/backups' }],
    ['/srv//a b/../x', { kind: 'folder', path: '/srv/x' }],
    ['file:///srv/a%20b/%C3%B1', { kind: 'folder', path: '/srv/a b/ñ' }],
    ['file://localhost/srv', { kind: 'folder', path: '/srv' }],
    ['s3://b1', bucket],
    ['s3://b1/a/b/', { ...bucket, prefix: 'a/b/' }],
    [
      's3://b1/?region=sa-east-1&storageClass=STANDARD_IA',
      { ...bucket, region: 'sa-east-1', storageClass: 'STANDARD_IA' },
    ],
    ['s3://b1/a?endpoint=http://[::1]:9000', { ...bucket, prefix: 'a/', endpoint: 'http://[::1]:9000' }],
  ])('may be %s', (text, wanted) => {
    expect(readTargetUrl(text)).toEqual(wanted)
    expect(isTarget(text)).toBe(true)
  })

  test.each([
    '',
    'backups',
    './backups',
    'https://s3.example/b',
    'sftp://ana:hidden@h/x',
    '/',
    'file:///',
    'file:backups',
    'file://other/srv',
    'file:///srv?x',
    'file:///srv#x',
    'file:///a%2Fb',
    'file:///%zz',
    '/srv/a\nb',
    'file:///a%00b',
    's3:///x',
    's3://key:hidden@b1/x',
    's3://key@b1/x',
    's3://b1:80/x',
    's3://b1/a%00',
    's3://b1/a%2F..%2Fb',
    's3://b1/x?secret=hidden',
    's3://b1/x?region=a&region=b',
    's3://b1/x?region=',
    's3://b1/x?endpoint=',
    's3://b1/x?endpoint=ftp://h',
    's3://b1/x?endpoint=http://u:hidden@h',
    's3://b1/x?storageClass=DEEP_ARCHIVE',
    's3://b1/x?storageClass=GLACIER',
  ])('is not %j, and the reason is a sentence without secrets', (text) => {
    const why = whyNoTarget(text)
    expect(why).toMatch(/^[A-Z].+\.$/)
    expect(why).not.toContain('hidden')
    expect(isTarget(text)).toBe(false)
    expect(() => openTarget(text)).toThrow(expect.objectContaining({ name: 'BackupError', message: why }))
  })

  test('appears in messages without its options', () => {
    const places = ['/srv/x', 's3://b1/a?region=x', 's3://b1?endpoint=http://h:9/y']
    expect(places.map((url) => openTarget(url).place)).toEqual([
      'the folder /srv/x',
      'a/ in the bucket b1 at Amazon S3',
      'the bucket b1 at h:9',
    ])
  })
})
