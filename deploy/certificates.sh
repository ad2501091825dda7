#!/bin/sh
# Makes what the stores need to be called by TLS: an authority of your own and a certificate for these names.
#
#     deploy/certificates.sh FOLDER NAME...      deploy/certificates.sh deploy/certificates log broker localhost
#
# FOLDER has authority.crt (give it to every caller), store.crt and store.key (for the stores alone), and authority.key,
# with which more certificates can be made: keep it elsewhere. What is there already is kept.
set -eu
umask 077
[ $# -ge 2 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
folder=$1; shift
mkdir -p "$folder"
cd "$folder"
[ ! -e store.crt ] || { echo "$folder/store.crt is there already; remove it to make another"; exit 1; }
[ -e authority.key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -days 3650 \
    -subj "/CN=Arbiter's stores" -keyout authority.key -out authority.crt
names=""
for name in "$@"; do names="${names:+$names,}DNS:$name"; done
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=$1" -keyout store.key -out store.csr
printf 'subjectAltName=%s,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n' "$names" > store.ext
openssl x509 -req -in store.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 825 -extfile store.ext \
    -out store.crt
rm store.csr store.ext
chmod 644 authority.crt store.crt
