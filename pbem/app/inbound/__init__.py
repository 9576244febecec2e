"""What an inbound message is about: bounces, the game and the orders it means, the operator's orders."""
