test -e ~/evendeal.secret || (umask 077; python3 -c 'import secrets; print(secrets.token_urlsafe(48))' > ~/evendeal.secret)
