"""What players have behind them, as one viewer may know it: their results, and two players side by side."""
