python3 -m games conform --game wish --count 100 -- node engine.js
